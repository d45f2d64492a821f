// Command gen writes the TypeScript types of everything that crosses the
// boundary, from the Go structs and their comments:
//
//	go run ./wasm/api/gen [-root .] [-out web/src/gen/types.ts]
//
// The output depends on the sources only.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the root of the Go module")
	out := flag.String("out", "web/src/gen/types.ts", "the file to write, below the root")
	flag.Parse()
	if err := run(*root, filepath.Join(*root, *out)); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(root, out string) error {
	text, err := generate(root)
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(out); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}
