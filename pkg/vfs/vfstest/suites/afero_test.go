package suites

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// aferoFiles are the tests of afero that work on any file system.
var aferoFiles = []string{"afero_test.go", "path_test.go", "ioutil_test.go", "match_test.go", "util_test.go"}

// ours goes with them: it puts our file system where theirs was.
const ours = `package aferosuite

import (
	"bytes"
	"context"
	"io"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	. "github.com/spf13/afero"
)

func newFs() Fs {
	tx, err := vfs.NewProjects(memory.New(), vfs.Config{}).Begin(context.Background(), "p")
	if err != nil {
		panic(err)
	}
	if err := tx.FS().MkdirAll("/tmp", 0o777); err != nil {
		panic(err)
	}
	return tx.FS()
}

// What the tests use of afero's insides.

func readDirNames(fs Fs, dir string) (names []string, err error) {
	infos, err := ReadDir(fs, dir)
	for _, info := range infos {
		names = append(names, info.Name())
	}
	return names, err
}

func readerContainsAny(r io.Reader, any ...[]byte) bool {
	if r == nil {
		return false
	}
	data, _ := io.ReadAll(r)
	for _, b := range any {
		if len(b) > 0 && bytes.Contains(data, b) {
			return true
		}
	}
	return false
}
`

// TestAfero compiles afero's own tests, as they are in the module cache, with our
// file system in the place of theirs, and runs them. Nothing is copied into the
// tree: the compiler is told of the changed files in an overlay.
func TestAfero(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/spf13/afero").Output()
	require.NoError(t, err)
	from := strings.TrimSpace(string(out))
	dir := t.TempDir()
	here, err := filepath.Abs("aferosuite")
	require.NoError(t, err)
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	add := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		overlay.Replace[filepath.Join(here, name)] = path
	}
	add("ours_test.go", ours)
	for _, name := range aferoFiles {
		text, err := os.ReadFile(filepath.Join(from, name))
		require.NoError(t, err)
		add(name, adapt(string(text)))
	}
	config, err := json.Marshal(overlay)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), config, 0o600))
	cmd := exec.Command("go", "test", "-v", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "./aferosuite")
	result, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", result)
	passed := strings.Count(string(result), "--- PASS")
	require.Greater(t, passed, 20)
	t.Logf("%d passed", passed)
}

// adapt makes a file of afero's tests one of another package.
func adapt(text string) string {
	return strings.NewReplacer(
		"package afero\n", "package aferosuite\n\nimport . \"github.com/spf13/afero\"\n",
		"[]Fs{&MemMapFs{}, &OsFs{}}", "[]Fs{newFs()}",
		"&MemMapFs{}", "newFs()",
		"new(MemMapFs)", "newFs()",
		"NewMemMapFs()", "newFs()",
	).Replace(text)
}
