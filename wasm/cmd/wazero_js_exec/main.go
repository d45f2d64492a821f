// Command wazero_js_exec runs GOOS=js programs, without Node. It is made for
//
//	GOOS=js GOARCH=wasm go test -exec="$PWD/bin/wazero_js_exec" ./pkg/...
//
// where it finds files, arguments, the environment (as much of it as fits in 8 KiB)
// and the standard streams as under Node, ends with the program's exit code, and
// reports deadlocks.
//
// Machine code is cached in $CLIENTTOOLS_WAZERO_CACHE, or else in clienttools-wazero
// of the user's cache folder. A test binary compiles about a second per MB and
// loads from there in a fraction of one. CLIENTTOOLS_WAZERO holds words that
// change this:
//
//	interpreter   do not compile: ready at once, forty times slower,
//	              and with a lower limit of recursion
//	reference     use wasm_exec.js's own functions
//	verbose       say how long what takes
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clienttools/clienttools/wasm/jshost"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: wazero_js_exec PROGRAM.wasm [ARGUMENT…]")
		os.Exit(2)
	}
	code, err := run(context.Background(), os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "wazero_js_exec:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

func run(ctx context.Context, args []string) (int, error) {
	words := strings.FieldsFunc(os.Getenv("CLIENTTOOLS_WAZERO"), func(c rune) bool { return c == ' ' || c == ',' })
	wasm, err := os.ReadFile(args[0])
	if err != nil {
		return 0, err
	}
	config := jshost.CompileConfig{Name: name(args[0]), Interpreter: slices.Contains(words, "interpreter")}
	if config.CacheDir, err = cacheDir(); err != nil {
		return 0, err
	}
	// To list the tests is not worth a compilation.
	if !jshost.Cached(wasm, config) && slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-test.list") }) {
		config.Interpreter = true
	}
	started := time.Now()
	program, err := jshost.Compile(ctx, wasm, config)
	if err != nil {
		return 0, err
	}
	compiled := time.Now()
	execution := jshost.Execution{Args: args, Env: jshost.FitEnvironment(args, os.Environ())}
	if slices.Contains(words, "reference") {
		execution.Mode = jshost.Reference
	}
	code, err := jshost.Execute(ctx, program, execution)
	if slices.Contains(words, "verbose") {
		fmt.Fprintf(os.Stderr, "wazero_js_exec: %s: %.1f MB ready in %v, ran %v\n",
			filepath.Base(args[0]), float64(len(wasm))/1e6, compiled.Sub(started).Round(time.Millisecond), time.Since(compiled).Round(time.Millisecond))
	}
	return code, errors.Join(err, program.Close())
}

func cacheDir() (string, error) {
	if dir := os.Getenv("CLIENTTOOLS_WAZERO_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "clienttools-wazero"), nil
}

// name tells programs apart in the cache, which keeps the newest of each name.
// Test binaries of different packages may have one name, but run in the package's
// folder.
func name(program string) string {
	dir, _ := os.Getwd()
	hash := sha256.Sum256([]byte(dir))
	return filepath.Base(program) + "-" + hex.EncodeToString(hash[:4])
}
