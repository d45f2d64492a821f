package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

const aferoModule = "github.com/spf13/afero"

// trimAfero copies the pinned afero into .build/afero without its one file that
// imports net/http, and writes .build/go.mod, which is go.mod with a replace onto
// the copies. It returns the path of that go.mod. RATIONALE.md, "Why is afero
// copied at build time?", has the figures.
func trimAfero(root string) (modfile string, err error) {
	source, err := moduleDir(root, aferoModule)
	if err != nil {
		return "", err
	}
	target := filepath.Join(root, ".build", "afero")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return "", err
	}
	if err := copyPackage(source, target, "httpFs.go"); err != nil {
		return "", err
	}
	for _, folder := range []string{"mem", filepath.Join("internal", "common")} {
		if err := copyPackage(filepath.Join(source, folder), filepath.Join(target, folder), ""); err != nil {
			return "", err
		}
	}
	if err := copyFile(filepath.Join(source, "go.mod"), filepath.Join(target, "go.mod")); err != nil {
		return "", err
	}
	return writeModfile(root)
}

// copyPackage copies the Go files of one folder but its tests and leaveOut.
func copyPackage(source, target, leaveOut string) error {
	entries, err := os.ReadDir(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || name == leaveOut || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if err := copyFile(filepath.Join(source, name), filepath.Join(target, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(source, target string) error {
	content, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	return writeIfChanged(target, content)
}

func writeModfile(root string) (string, error) {
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	gosum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	modfile := filepath.Join(root, ".build", "go.mod")
	replaced := string(gomod) + "\nreplace " + aferoModule + " => ./.build/afero\nreplace " + textModule + " => ./.build/text\nreplace " + esbuildModule + " => ./.build/esbuild\n"
	if err := writeIfChanged(modfile, []byte(replaced)); err != nil {
		return "", err
	}
	return modfile, writeIfChanged(filepath.Join(root, ".build", "go.sum"), gosum)
}

// moduleDir is where the module cache holds a module of go.mod, downloaded and
// verified against go.sum.
func moduleDir(root, module string) (string, error) {
	cmd := goTool(root, "mod", "download", "-json", module)
	output, err := cmd.Output()
	if err != nil {
		return "", withStderr(err)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(output, &downloaded); err != nil {
		return "", err
	}
	return downloaded.Dir, nil
}
