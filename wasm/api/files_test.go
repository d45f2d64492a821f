package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/wasm/api"
)

func at(path string) object { return object{"projectId": "p", "path": path} }

func TestFiles(t *testing.T) {
	c := startClient(t, api.Deps{})
	var info vfs.FileInfo
	require.NoError(t, json.Unmarshal(c.ok("files.write", at("/docs/a.txt"), []byte("one")...), &info))
	assert.Equal(t, "/docs/a.txt", info.Path)
	assert.EqualValues(t, 3, info.Size)
	assert.Equal(t, []string{`files {"projectId":"p","paths":["/docs","/docs/a.txt"]}`}, c.seen())

	_, content, err := c.call("files.read", at("/docs/a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "one", string(content))

	c.ok("files.write", at("/docs/empty"), []byte{}...)
	_, content, err = c.api.Call(t.Context(), "files.read", json.RawMessage(`{"projectId":"p","path":"/docs/a.txt"}`), nil)
	require.NoError(t, err)
	assert.NotNil(t, content)

	assert.Equal(t, "null", string(c.ok("files.stat", at("/docs/none"))))
	require.NoError(t, json.Unmarshal(c.ok("files.stat", at("/docs")), &info))
	assert.Equal(t, vfs.KindDirectory, info.Kind)

	c.ok("files.mkdir", at("/more"))
	c.ok("files.copy", object{"projectId": "p", "from": "/docs/a.txt", "to": "/more/b.txt"})
	c.ok("files.rename", object{"projectId": "p", "from": "/more/b.txt", "to": "/more/c.txt"})
	assert.Equal(t, []string{"/docs", "/docs/a.txt", "/docs/empty", "/more", "/more/c.txt"}, paths(t, c.ok("files.list", object{"projectId": "p", "depth": -1})))
	assert.Equal(t, []string{"/more/c.txt"}, paths(t, c.ok("files.list", at("/more"))))

	c.ok("files.write", at("/docs/a.txt"), []byte("two")...)
	var versions []vfs.VersionInfo
	require.NoError(t, json.Unmarshal(c.ok("files.versions", at("/docs/a.txt")), &versions))
	require.Len(t, versions, 2)
	old := object{"projectId": "p", "path": "/docs/a.txt", "version": versions[1].Version}
	_, content, err = c.call("files.readVersion", old)
	require.NoError(t, err)
	assert.Equal(t, "one", string(content))
	c.ok("files.revert", old)
	_, content, err = c.call("files.read", at("/docs/a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "one", string(content))

	c.ok("files.remove", at("/docs/a.txt"))
	var trash []vfs.TrashItem
	require.NoError(t, json.Unmarshal(c.ok("files.trash", object{"projectId": "p"}), &trash))
	require.Len(t, trash, 1)
	assert.Equal(t, `"/docs/a.txt"`, string(c.ok("files.restore", object{"projectId": "p", "id": trash[0].ID})))
	c.ok("files.remove", at("/docs/a.txt"))
	c.ok("files.purge", object{"projectId": "p"})
	assert.Equal(t, "[]", string(c.ok("files.trash", object{"projectId": "p"})))

	var usage vfs.Usage
	require.NoError(t, json.Unmarshal(c.ok("files.usage", object{"projectId": "p"}), &usage))
	assert.EqualValues(t, 3, usage.Bytes)
	c.ok("files.compact", object{"projectId": "p"})

	var projects []vfs.ProjectInfo
	require.NoError(t, json.Unmarshal(c.ok("projects", object{}), &projects))
	require.Len(t, projects, 1)
	assert.Equal(t, "p", projects[0].ID)
	c.ok("deleteProject", object{"projectId": "p"})
	assert.Equal(t, "[]", string(c.ok("projects", object{})))
	assert.Equal(t, "[]", string(c.ok("files.list", object{"projectId": "p"})))
}

func paths(t *testing.T, listed json.RawMessage) (paths []string) {
	t.Helper()
	var infos []vfs.FileInfo
	require.NoError(t, json.Unmarshal(listed, &infos))
	for _, info := range infos {
		paths = append(paths, info.Path)
	}
	return paths
}

func TestZip(t *testing.T) {
	c := startClient(t, api.Deps{})
	c.ok("files.write", at("/a.txt"), []byte("one")...)
	_, exported, err := c.call("files.exportZip", object{"projectId": "p"})
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(exported), int64(len(exported)))
	require.NoError(t, err)
	require.Len(t, archive.File, 1)
	assert.JSONEq(t, `{"written":["/in/a.txt"],"skipped":[]}`, string(c.ok("files.importZip", object{"projectId": "other", "into": "/in"}, exported...)))
	var result vfs.ImportResult
	require.NoError(t, json.Unmarshal(c.ok("files.importZip", object{"projectId": "other", "into": "/in"}, exported...), &result))
	assert.Empty(t, result.Written)
	assert.Len(t, result.Skipped, 1)
	assert.Equal(t, api.InvalidArgument, c.fails("files.importZip", object{"projectId": "other"}, []byte("no zip")...).Code)
}

func TestFileErrors(t *testing.T) {
	c := newClient(t, api.Deps{})
	c.ok("start", object{"limits": object{"fileBytes": 100, "projectBytes": 250}})
	c.ok("files.write", at("/a"), []byte("x")...)
	hundred := bytes.Repeat([]byte("x"), 100)
	tests := []struct {
		name, method string
		args         object
		content      []byte
		code         api.Code
		errno        string
	}{
		{"not there", "files.read", at("/none"), nil, api.InvalidArgument, "ENOENT"},
		{"a directory", "files.read", at("/"), nil, api.InvalidArgument, "EISDIR"},
		{"below a file", "files.write", at("/a/b"), []byte("x"), api.InvalidArgument, "ENOTDIR"},
		{"a path with ..", "files.write", at("/../a"), []byte("x"), api.InvalidArgument, "EINVAL"},
		{"a path with NUL", "files.write", at("/a\x00"), []byte("x"), api.InvalidArgument, "EINVAL"},
		{"a path with a lone surrogate", "files.read", at("/\ufffd"), nil, api.InvalidArgument, "ENOENT"},
		{"no path", "files.write", at(""), []byte("x"), api.InvalidArgument, ""},
		{"target is there", "files.rename", object{"projectId": "p", "from": "/a", "to": "/a2"}, nil, api.InvalidArgument, "EEXIST"},
		{"no such trash", "files.restore", object{"projectId": "p", "id": "none"}, nil, api.InvalidArgument, "ENOENT"},
		{"no such version", "files.readVersion", object{"projectId": "p", "path": "/a", "version": 99}, nil, api.InvalidArgument, "ENOENT"},
		{"file too large", "files.write", at("/big"), bytes.Repeat([]byte("x"), 101), api.StorageFull, "EDQUOT"},
		{"project too large", "files.write", at("/b2"), hundred, api.StorageFull, "EDQUOT"},
	}
	c.ok("files.write", at("/a2"), hundred...)
	c.ok("files.write", at("/b"), hundred...)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			failed := c.fails(test.method, test.args, test.content...)
			assert.Equal(t, test.code, failed.Code, failed.Message)
			if test.errno != "" {
				assert.Equal(t, test.errno, failed.Details["errno"], failed.Message)
			}
			c.ok("files.read", at("/a"))
		})
	}
}
