// Command build makes the WebAssembly modules and what they need to start:
//
//	go run ./wasm/cmd/build [-out build] [-traces] [MODULE…]
//
// It writes clienttools.wasm, sandbox.wasm, transpile.wasm, the toolchain's
// wasm_exec.js, and the licences of what is in them. The output is reproducible:
// the same sources and toolchain give the same bytes.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is one WebAssembly module of the product.
type module struct {
	name string
	// maxMemoryPages is written into the module's memory section, in pages of
	// 64 KiB, so that a memory bomb ends the instance and not the tab. 0 leaves
	// the memory without a maximum.
	maxMemoryPages uint32
	// inlining costs a tenth of the size and pays only where much is computed.
	inlining bool
	// functionNames keeps the names of Go's functions, for programs that ask for
	// them: goja names functions after those of Go.
	functionNames bool
	// forbidden packages must not be linked, directly or through others.
	forbidden []string
}

// modules are all modules of the product. The sandbox's maximum is the default
// memory limit of the javascript tool, 256 MiB, and 32 MiB for the runtime itself.
var modules = []module{
	{name: "clienttools", forbidden: []string{"net/http", "testing", "text/template", "html/template", "github.com/dop251/goja"}},
	{name: "sandbox", inlining: true, functionNames: true, maxMemoryPages: (256 + 32) * 16, forbidden: []string{"net/http", "testing", "html/template"}},
	{name: "transpile", maxMemoryPages: 256 * 16, forbidden: []string{"net/http", "testing", "text/template", "html/template", "github.com/dop251/goja"}},
}

func main() {
	out := flag.String("out", "build", "the folder to write to, below the module's root")
	traces := flag.Bool("traces", false, "keep file names, line numbers and function names, for stack traces")
	flag.Parse()
	if err := run(*out, flag.Args(), *traces); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(out string, names []string, traces bool) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(out) {
		out = filepath.Join(root, out)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	modfile, err := trimAfero(root)
	if err != nil {
		return err
	}
	if err := trimText(root); err != nil {
		return err
	}
	if err := trimEsbuild(root); err != nil {
		return err
	}
	if err := copyWasmExec(out); err != nil {
		return err
	}
	if err := writeNotices(root, modfile, out); err != nil {
		return err
	}
	for _, m := range modules {
		if len(names) > 0 && !slices.Contains(names, m.name) {
			continue
		}
		if err := m.build(root, modfile, out, traces); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

func (m module) build(root, modfile, out string, traces bool) error {
	if err := m.checkDependencies(root, modfile); err != nil {
		return err
	}
	// The linker writes beside the final file, which then changes in one step and
	// only if its bytes did: whoever watches or serves it sees no half of it.
	linked := filepath.Join(root, ".build", m.name+".wasm")
	args := []string{"build", "-modfile=" + modfile, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", linked}
	if !m.inlining {
		args = append(args, "-gcflags=all=-l")
	}
	cmd := goTool(root, append(args, "./wasm/"+m.name)...)
	cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, output)
	}
	wasm, err := os.ReadFile(linked)
	if err != nil {
		return err
	}
	if wasm, err = mergeDataSegments(wasm); err != nil {
		return err
	}
	wasm = m.smaller(wasm, compactCode)
	wasm = m.smaller(wasm, roughFindTable)
	if !traces {
		wasm = m.smaller(wasm, func(wasm []byte) ([]byte, error) { return dropLines(wasm, !m.functionNames) })
	}
	if m.maxMemoryPages > 0 {
		if wasm, err = setMemoryMaximum(wasm, m.maxMemoryPages); err != nil {
			return err
		}
	}
	return writeIfChanged(filepath.Join(out, m.name+".wasm"), wasm)
}

// smaller rewrites what only size depends on. A toolchain whose tables look
// different still makes a good module, only a larger one, which make size shows.
func (m module) smaller(wasm []byte, rewrite func(wasm []byte) ([]byte, error)) []byte {
	out, err := rewrite(wasm)
	if err != nil {
		fmt.Fprintf(os.Stderr, "build: warning: %s stays larger: %v\n", m.name, err)
		return wasm
	}
	return out
}

// checkDependencies refuses a module that links what it must not: a package that
// only the linker would drop again comes back with the next change.
func (m module) checkDependencies(root, modfile string) error {
	cmd := goTool(root, "list", "-deps", "-modfile="+modfile, "./wasm/"+m.name)
	cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	output, err := cmd.Output()
	if err != nil {
		return withStderr(err)
	}
	for _, dependency := range strings.Fields(string(output)) {
		if slices.Contains(m.forbidden, dependency) {
			return fmt.Errorf("links %s, which it must not (go mod why %s)", dependency, dependency)
		}
	}
	return nil
}

// copyWasmExec takes the loader of the toolchain that builds the modules: they
// fit each other only in the same version.
func copyWasmExec(out string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return withStderr(err)
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return writeIfChanged(filepath.Join(out, "wasm_exec.js"), source)
}

func moduleRoot() (string, error) {
	output, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", withStderr(err)
	}
	gomod := strings.TrimSpace(string(output))
	if gomod == "" || gomod == os.DevNull {
		return "", fmt.Errorf("not inside a Go module")
	}
	return filepath.Dir(gomod), nil
}

func goTool(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = os.Environ()
	return cmd
}

func withStderr(err error) error {
	if exit, ok := err.(*exec.ExitError); ok && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return err
}

func writeIfChanged(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	next := path + ".next"
	if err := os.WriteFile(next, content, 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}
