package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

const esbuildModule = "github.com/evanw/esbuild"

// trimEsbuild copies the pinned esbuild into .build/esbuild with one change: it
// links net/http for a single function, which guesses the MIME type of a file
// that a bundle includes as data. transpile bundles nothing, and net/http with all
// it starts is a seventh of the module.
func trimEsbuild(root string) error {
	source, err := moduleDir(root, esbuildModule)
	if err != nil {
		return err
	}
	target := filepath.Join(root, ".build", "esbuild")
	internal, err := os.ReadDir(filepath.Join(source, "internal"))
	if err != nil {
		return err
	}
	folders := []string{filepath.Join("pkg", "api")}
	for _, folder := range internal {
		if folder.IsDir() {
			folders = append(folders, filepath.Join("internal", folder.Name()))
		}
	}
	for _, folder := range folders {
		if err := copyPackage(filepath.Join(source, folder), filepath.Join(target, folder), "bundler.go"); err != nil {
			return err
		}
	}
	if err := copyWithoutHTTP(filepath.Join(source, "internal", "bundler", "bundler.go"), filepath.Join(target, "internal", "bundler", "bundler.go")); err != nil {
		return err
	}
	return copyFile(filepath.Join(source, "go.mod"), filepath.Join(target, "go.mod"))
}

// copyWithoutHTTP copies esbuild's bundler without its one use of net/http. A
// release that looks different is refused, since it may use it for more.
func copyWithoutHTTP(source, target string) error {
	content, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	for _, change := range []struct{ from, to string }{
		{"\t\"net/http\"\n", ""},
		{"http.DetectContentType([]byte(contents))", `"application/octet-stream"`},
	} {
		if bytes.Count(content, []byte(change.from)) != 1 {
			return fmt.Errorf("%s: want %q once; look anew at what of net/http it needs", source, change.from)
		}
		content = bytes.Replace(content, []byte(change.from), []byte(change.to), 1)
	}
	return writeIfChanged(target, content)
}
