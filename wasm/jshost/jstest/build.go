package jstest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Root is the root of this repository.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		require.NotEqual(t, parent, dir, "no go.mod above the working directory")
		dir = parent
	}
}

// ModuleBytes is build/NAME.wasm, made first if it is missing or stale. go test
// notes that the file was read, and so runs the test again when it changed.
func ModuleBytes(t testing.TB, name string) []byte {
	t.Helper()
	root := Root(t)
	file := filepath.Join(root, "build", name+".wasm")
	unlock := lock(t, filepath.Join(root, ".build"))
	defer unlock()
	stamp := filepath.Join(root, ".build", "jstest.stamp")
	if built := modTime(stamp); modTime(file).IsZero() || built.Before(newestSource(root)) {
		started := time.Now()
		cmd := exec.Command("go", "run", "./wasm/cmd/build")
		cmd.Dir = root
		output, err := cmd.CombinedOutput()
		require.NoError(t, err, "go run ./wasm/cmd/build: %s", output)
		require.NoError(t, os.WriteFile(stamp, nil, 0o644))
		require.NoError(t, os.Chtimes(stamp, started, started))
	}
	wasm, err := os.ReadFile(file)
	require.NoError(t, err)
	return wasm
}

// newestSource is when the youngest source of the modules changed.
func newestSource(root string) (newest time.Time) {
	note := func(path string) {
		if changed := modTime(path); changed.After(newest) {
			newest = changed
		}
	}
	note(filepath.Join(root, "go.mod"))
	for _, folder := range []string{"pkg", "wasm"} {
		_ = filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil // gone meanwhile
			}
			if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "jshost" || entry.Name() == "conversations") {
				return fs.SkipDir
			}
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				note(path)
			}
			return nil
		})
	}
	return newest
}

func modTime(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Build builds the main package in a folder as a GOOS=js module. The module is
// kept beside the compiled ones, so that an unchanged one costs no linking.
func Build(t testing.TB, dir string, args ...string) []byte {
	t.Helper()
	source, err := filepath.Abs(dir)
	require.NoError(t, err)
	// Read by this process, so that go test sees their changes.
	entries, err := os.ReadDir(source)
	require.NoError(t, err)
	for _, entry := range entries {
		modTime(filepath.Join(source, entry.Name()))
	}
	folder := filepath.Join(CacheDir(), "modules")
	require.NoError(t, os.MkdirAll(folder, 0o755))
	name := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\: `, c) {
			return '_'
		}
		return c
	}, strings.Join(append([]string{source}, args...), "_"))
	unlock := lock(t, folder)
	defer unlock()
	file := filepath.Join(folder, name+".wasm")
	cmd := exec.Command("go", append(append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", file}, args...), ".")...)
	cmd.Dir = source
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, "go build: %s", output)
	wasm, err := os.ReadFile(file)
	require.NoError(t, err)
	return wasm
}
