package suites

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"golang.org/x/net/webdav"
)

// webdavFS is an afero.Fs as x/net/webdav wants it.
type webdavFS struct{ afero.Fs }

func (f webdavFS) Mkdir(_ context.Context, name string, perm os.FileMode) error {
	return f.Fs.Mkdir(name, perm)
}

func (f webdavFS) OpenFile(_ context.Context, name string, flag int, perm os.FileMode) (webdav.File, error) {
	return f.Fs.OpenFile(name, flag, perm)
}

func (f webdavFS) RemoveAll(_ context.Context, name string) error  { return f.Fs.RemoveAll(name) }
func (f webdavFS) Rename(_ context.Context, from, to string) error { return f.Fs.Rename(from, to) }

func (f webdavFS) Stat(_ context.Context, name string) (os.FileInfo, error) { return f.Fs.Stat(name) }

// TestWebDAV runs the litmus suite, where it is installed, against a WebDAV
// server over ours.
func TestWebDAV(t *testing.T) {
	litmus, err := exec.LookPath("litmus")
	if err != nil {
		t.Skip("litmus is not installed")
	}
	server := httptest.NewServer(&webdav.Handler{FileSystem: webdavFS{open(t)}, LockSystem: webdav.NewMemLS()})
	defer server.Close()
	for _, suite := range []string{"basic", "copymove"} {
		cmd := exec.Command(litmus, server.URL+"/")
		cmd.Env = append(os.Environ(), "TESTS="+suite)
		cmd.Dir = t.TempDir() // it writes logs
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "100.0%", suite)
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "summary") {
				t.Log(strings.TrimSpace(line))
			}
		}
	}
}
