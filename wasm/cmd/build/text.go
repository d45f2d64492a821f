package main

import (
	"os"
	"path/filepath"
)

const textModule = "golang.org/x/text"

// trimText copies of the pinned golang.org/x/text what the modules need into
// .build/text, with our packages cases, collate and language in the place of the
// originals: goja asks them for no language in particular, and their tables are
// 0.4 MB of the sandbox at brotli 11. So is norm, which asks the realm: 40 KB of
// each module. The packages' tests compare them with the originals.
func trimText(root string) error {
	source, err := moduleDir(root, textModule)
	if err != nil {
		return err
	}
	target := filepath.Join(root, ".build", "text")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	for _, folder := range []string{"runes", "transform", filepath.Join("unicode", "rangetable")} {
		if err := copyPackage(filepath.Join(source, folder), filepath.Join(target, folder), ""); err != nil {
			return err
		}
	}
	for _, folder := range []string{"cases", "collate", "language"} {
		if err := copyPackage(filepath.Join(root, "wasm", "sandbox", "text", folder), filepath.Join(target, folder), ""); err != nil {
			return err
		}
	}
	norm := filepath.Join(target, "unicode", "norm")
	// What an earlier release of this tool copied there would be compiled too.
	if err := os.RemoveAll(norm); err != nil {
		return err
	}
	if err := copyPackage(filepath.Join(root, "wasm", "jsbridge", "norm"), norm, ""); err != nil {
		return err
	}
	return copyFile(filepath.Join(source, "go.mod"), filepath.Join(target, "go.mod"))
}
