# make help lists the targets. Everything a target needs is installed by it: Go
# modules, npm packages and, where they are missing, Chromium and litmus from Debian's packages.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

DEPGUARD    := github.com/OpenPeeDeeP/depguard/v2/cmd/depguard@v2.3.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Packages whose tests also run as WebAssembly. Left out: what links goja or esbuild,
# which run inside the real sandbox module instead (compiling a test binary with
# them takes a minute each), and what only exists natively.
JS_TESTED = $(shell go list ./pkg/... | grep -vE '/pkg/tools$$|/tools/javascript$$|/gojavm|/lower$$|/cmd/|/nativefetch|/store/directory|/vfstest|/registrytest$$')

.PHONY: help
help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---------------------------------------------------------------- set-up

.PHONY: setup
setup: .build/go-modules .build/npm-packages .build/chromium .build/litmus ## install what the other targets need

.build/go-modules: go.mod go.sum
	@mkdir -p .build
	go mod download
	@touch $@

.build/npm-packages: web/package.json web/package-lock.json
	@mkdir -p .build
	cd web && npm ci
	@touch $@

.build/chromium:
	@mkdir -p .build
	@command -v chromium >/dev/null || { \
	  as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	  $$as_root apt-get update && $$as_root apt-get install -y --no-install-recommends chromium; }
	@touch $@

# The test suite for WebDAV servers, which project files pass.
.build/litmus:
	@mkdir -p .build
	@command -v litmus >/dev/null || { \
	  as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	  $$as_root apt-get update && $$as_root apt-get install -y --no-install-recommends litmus; }
	@touch $@

# Installed, not run in place: a linter is a native program also where it reads
# code for GOOS=js.
.build/linters: Makefile
	@mkdir -p .build
	GOBIN=$(CURDIR)/bin go install $(DEPGUARD)
	GOBIN=$(CURDIR)/bin go install $(STATICCHECK)
	@touch $@

# ---------------------------------------------------------------- build

.PHONY: build
build: .build/go-modules .build/npm-packages .build/sdk-packages ## build the modules and the npm package (web/dist)
	go run ./wasm/cmd/build
	go run ./wasm/cmd/conversations build/conversations.json
	cd web && npm run --silent build

.PHONY: run
run: build ## build everything and serve the demo
	cd web && npm run --silent demo

.PHONY: size
size: build ## print the sizes of what a page loads, against their budgets
	node wasm/cmd/size.mjs

# ---------------------------------------------------------------- checks

.PHONY: generate
generate: .build/go-modules ## write generated code anew
	go run ./wasm/api/gen

.PHONY: lint
lint: .build/go-modules .build/npm-packages .build/sdk-packages .build/linters ## format, vet, import rules, types
	@test -z "$$(gofmt -l pkg wasm)" || { echo "gofmt -w needed:"; gofmt -l pkg wasm; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./pkg/... ./wasm/api/... ./wasm/jsbridge/... ./wasm/clienttools/... ./wasm/sandbox/... ./wasm/transpile/...
	bin/depguard ./...
	GOOS=js GOARCH=wasm bin/depguard ./wasm/jsbridge/... ./wasm/clienttools/... ./wasm/sandbox/... ./wasm/transpile/...
	bin/staticcheck ./...
	GOOS=js GOARCH=wasm bin/staticcheck ./wasm/jsbridge/... ./wasm/clienttools/... ./wasm/sandbox/... ./wasm/transpile/...
	cd web && npm run --silent lint

.PHONY: check
check: lint generate ## lint, generated code is up to date, and every export of the npm package is documented
	cd web && npm run --silent docs:check
	@git diff --exit-code -- web/src/gen docs || { echo "generated files differ: commit what make generate wrote"; exit 1; }
	@go mod tidy -diff >/dev/null || { echo "go.mod is not tidy: go mod tidy"; exit 1; }

# ---------------------------------------------------------------- tests

.PHONY: test
test: setup build check size test-go test-js test-web test-sdk-types test-adapters test-package ## everything but bundlers and soaks: set-up, build, checks, tests

.PHONY: test-go
test-go: ## Go tests, natively; they drive the built modules under wazero too
	go test ./...
	cd pkg/vfs/vfstest/suites && go test ./...

.PHONY: test-js
test-js: bin/wazero_js_exec ## the same packages' tests as WebAssembly, under wazero
	GOOS=js GOARCH=wasm go test -short -exec="$(CURDIR)/bin/wazero_js_exec" $(JS_TESTED) ./wasm/jsbridge/...

.PHONY: bin/wazero_js_exec
bin/wazero_js_exec:
	go build -o $@ ./wasm/cmd/wazero_js_exec

.PHONY: test-web
test-web: ## the npm package: units, Node and real Chromium, with a few crashes
	cd web && npm run --silent test && npm run --silent test:browser && npm run --silent test:crash

# The bundlers are large: they are a package of their own. Not npm ci, which wants
# entries in the lock file for platforms that some of their packages do not exist for.
.build/bundler-packages: web/test/bundlers/package.json web/test/bundlers/package-lock.json
	@mkdir -p .build
	cd web/test/bundlers && npm install --no-save --ignore-scripts
	@touch $@

.PHONY: test-bundlers
test-bundlers: .build/npm-packages .build/bundler-packages ## the packed package in fresh projects of Vite, webpack, Next.js, Parcel, esbuild and plain pages, in Chromium
	cd web && npm run --silent test:bundlers

.PHONY: test-package
test-package: .build/npm-packages ## pack the package; publint and arethetypeswrong look at it
	cd web && npm run --silent check:package

TRIALS ?= 100
.PHONY: soak
soak: build test-bundlers ## bundlers; models of project files with a new seed; crashes and ended sandboxes in Chromium with TRIALS each (default 100)
	go test ./pkg/vfs/vfstest -count=1 -run 'TestModel|TestTabs' -timeout=60m -rapid.checks=2000 -rapid.seed=$$(date +%s)
	cd web && TRIALS=$(TRIALS) npm run --silent test:crash

# The vendors' SDKs are large: they are a package of their own. The build needs their
# types, for the adapters; nothing that ships needs their code.
.build/sdk-packages: web/test/sdk/package.json web/test/sdk/package-lock.json
	@mkdir -p .build
	cd web/test/sdk && npm ci --ignore-scripts
	@touch $@

.PHONY: test-sdk-types
test-sdk-types: .build/sdk-packages ## what models and tools exchange, against the types of the vendors' SDKs
	cd web/test/sdk && npm run --silent test

.PHONY: test-adapters
test-adapters: .build/npm-packages .build/sdk-packages ## whole conversations of the vendors' SDKs with our adapters, in Node and in Chromium
	cd web && npm run --silent test:adapters

.PHONY: race
race: ## Go tests with the race detector
	go test -race ./pkg/... ./wasm/api/...

FUZZTIME ?= 10m
.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME each (default 10m)
	@for package in $$(grep -rlE '^func Fuzz' --include='*_test.go' pkg wasm | xargs -n1 dirname | sort -u); do \
	  for target in $$(grep -hoE '^func Fuzz[A-Za-z0-9_]*' $$package/*_test.go | cut -c6- | sort -u); do \
	    echo "$$package $$target"; go test ./$$package -run='^$$' -fuzz="^$$target$$" -fuzztime=$(FUZZTIME); done; done

.PHONY: bench
bench: build .build/bench-packages ## benchmarks; project files beside others in Chromium (docs/bench)
	go test -run='^$$' -bench=. -benchmem ./pkg/...
	node wasm/cmd/size.mjs docs/bench/size.json
	cd web && npm run --silent bench

# What project files are compared with is large: a package of its own.
.build/bench-packages: web/bench/package.json web/bench/package-lock.json
	@mkdir -p .build
	cd web/bench && npm ci --ignore-scripts
	@touch $@

.PHONY: screenshots
screenshots: setup build ## take the pictures of the docs anew
	cd web && npm run --silent screenshots

.PHONY: docs
docs: .build/npm-packages .build/sdk-packages ## write the API's documentation to build/api-docs; fails where something has none
	cd web && npm run --silent docs

.PHONY: clean
clean: ## remove what was built
	rm -rf build bin .build web/dist web/demo/dist
