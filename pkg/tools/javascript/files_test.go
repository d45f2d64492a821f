package javascript_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// newFiles is a file system with a few files, directly or through the form in
// which operations cross to a sandbox.
func newFiles(t *testing.T, remote bool) javascript.FileSystem {
	t.Helper()
	projects := vfs.NewProjects(memory.New(), vfs.Config{Limits: vfs.Limits{ProjectBytes: 1 << 20}})
	transaction, err := projects.Begin(t.Context(), "p")
	require.NoError(t, err)
	t.Cleanup(func() { transaction.Rollback(); assert.NoError(t, projects.Close()) })
	require.NoError(t, transaction.FS().MkdirAll("/memories", 0o755))
	files := javascript.NewFileSystem(transaction.FS())
	ctx := t.Context()
	require.NoError(t, files.WriteFile(ctx, "/a.txt", []byte("one"), false))
	require.NoError(t, files.Mkdir(ctx, "/d/e", true))
	require.NoError(t, files.WriteFile(ctx, "/d/bin", []byte{1, 0, 2}, false))
	if !remote {
		return files
	}
	return javascript.RemoteFiles(func(ctx context.Context, op string, args json.RawMessage, data []byte) (json.RawMessage, []byte, error) {
		// The page puts members of its own beside the arguments.
		var with map[string]any
		require.NoError(t, json.Unmarshal(args, &with))
		with["run"], with["op"] = "1", op
		text, err := json.Marshal(with)
		require.NoError(t, err)
		return javascript.RunFiles(ctx, files, op, text, data)
	})
}

func TestFileSystem(t *testing.T) {
	for name, remote := range map[string]bool{"direct": false, "remote": true} {
		t.Run(name, func(t *testing.T) { testFileSystem(t, newFiles(t, remote)) })
	}
}

func testFileSystem(t *testing.T, files javascript.FileSystem) {
	ctx := t.Context()
	code := func(err error) string {
		var fe *javascript.FileError
		if errors.As(err, &fe) {
			return fe.Code
		}
		require.NoError(t, err)
		return ""
	}
	data, err := files.ReadFile(ctx, "/a.txt")
	require.NoError(t, err)
	assert.Equal(t, "one", string(data))
	require.NoError(t, files.WriteFile(ctx, "/a.txt", []byte("\ufefftwo"), true))
	data, err = files.ReadFile(ctx, "/a.txt")
	require.NoError(t, err)
	assert.Equal(t, "one\ufefftwo", string(data))
	require.NoError(t, files.WriteFile(ctx, "/empty", nil, false))
	data, err = files.ReadFile(ctx, "/empty")
	require.NoError(t, err)
	assert.Empty(t, data)

	stat, err := files.Stat(ctx, "/d/bin")
	require.NoError(t, err)
	assert.Positive(t, stat.ModifiedMs)
	stat.ModifiedMs = 0
	assert.Equal(t, javascript.FileStat{Name: "bin", Size: 3, Binary: true, Mime: "application/octet-stream"}, stat)
	list, err := files.ReadDir(ctx, "/d")
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, "bin", list[0].Name)
	assert.True(t, list[1].Directory)

	require.NoError(t, files.Rename(ctx, "/d/bin", "/bin"))
	require.NoError(t, files.CopyFile(ctx, "/bin", "/bin2"))
	require.NoError(t, files.Remove(ctx, "/bin2", false, false))
	require.NoError(t, files.Remove(ctx, "/d/e", true, false))
	require.NoError(t, files.Mkdir(ctx, "/d/f", false))

	for _, e := range []struct {
		what, want string
		err        error
	}{
		{"mkdir of what is there", "EEXIST", files.Mkdir(ctx, "/d", false)},
		{"mkdir over a file", "EEXIST", files.Mkdir(ctx, "/bin", true)},
		{"mkdir in a missing directory", "ENOENT", files.Mkdir(ctx, "/x/y", false)},
		{"rmdir with something in it", "ENOTEMPTY", files.Remove(ctx, "/d", true, false)},
		{"rmdir of a file", "ENOTDIR", files.Remove(ctx, "/bin", true, false)},
		{"unlink of a directory", "EISDIR", files.Remove(ctx, "/d", false, false)},
		{"remove the root", "EINVAL", files.Remove(ctx, "/", true, true)},
		{"rename into itself", "EINVAL", files.Rename(ctx, "/d", "/d/f/g")},
		{"rename a file over a directory", "EISDIR", files.Rename(ctx, "/bin", "/d")},
		{"rename a directory over a file", "ENOTDIR", files.Rename(ctx, "/d", "/bin")},
		{"write to memories", "EROFS", files.WriteFile(ctx, "/memories/x", nil, false)},
		{"rename memories", "EROFS", files.Rename(ctx, "/memories", "/m")},
		{"copy into memories", "EROFS", files.CopyFile(ctx, "/bin", "/memories/b")},
		{"rename nothing", "ENOENT", files.Rename(ctx, "/none", "/n")},
		{"a name with a backslash", "EINVAL", files.WriteFile(ctx, `/a\b`, nil, false)},
		{"more than the project holds", "ENOSPC", files.WriteFile(ctx, "/big", make([]byte, 2<<20), false)},
	} {
		assert.Equal(t, e.want, code(e.err), e.what)
	}
	_, err = files.ReadFile(ctx, "/none")
	assert.EqualError(t, err, "ENOENT: no such file or directory, open '/none'")
	assert.EqualError(t, files.Rename(ctx, "/none", "/n"), "ENOENT: no such file or directory, rename '/none' -> '/n'")
	_, err = files.ReadDir(ctx, "/bin")
	assert.EqualError(t, err, "ENOTDIR: not a directory, scandir '/bin'")

	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = files.ReadFile(ended, "/a.txt")
	assert.ErrorIs(t, err, context.Canceled)
}

func TestRunFilesRefuses(t *testing.T) {
	files := newFiles(t, false)
	_, _, err := javascript.RunFiles(t.Context(), files, "format", json.RawMessage(`{}`), nil)
	assert.EqualError(t, err, `unknown file operation "format"`)
	for _, args := range []string{``, `[]`, `{"path":5}`, `{`} {
		_, _, err = javascript.RunFiles(t.Context(), files, "readFile", json.RawMessage(args), nil)
		assert.ErrorContains(t, err, `arguments of "readFile"`, args)
	}
}

func TestRemoteFilesTrustsNothing(t *testing.T) {
	for _, answer := range []string{``, `null`, `{}`, `[]`, `{"stat":5}`} {
		files := javascript.RemoteFiles(func(context.Context, string, json.RawMessage, []byte) (json.RawMessage, []byte, error) {
			return json.RawMessage(answer), nil, nil
		})
		_, err := files.Stat(t.Context(), "/a")
		assert.Error(t, err, answer)
	}
	lost := errors.New("the worker is gone")
	files := javascript.RemoteFiles(func(context.Context, string, json.RawMessage, []byte) (json.RawMessage, []byte, error) {
		return nil, nil, lost
	})
	assert.ErrorIs(t, files.Mkdir(t.Context(), "/a", true), lost)
}

func FuzzRunFiles(f *testing.F) {
	f.Add("readFile", `{"path":"/a.txt"}`, "")
	f.Add("rename", `{"path":"/a.txt","to":"/../b"}`, "x")
	f.Add("remove", `{"path":"/","directory":true,"recursive":true}`, "")
	f.Fuzz(func(t *testing.T, op, args, data string) {
		files := newFiles(t, false)
		reply, _, err := javascript.RunFiles(t.Context(), files, op, json.RawMessage(args), []byte(data))
		if err == nil && !json.Valid(reply) {
			t.Fatalf("reply %q is no JSON", reply)
		}
	})
}
