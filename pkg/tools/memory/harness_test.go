package memory_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/memory"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// in is the input of a call.
type in = map[string]any

// now is the time on the desk's clock.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// desk is a registry with the memory tool and one project.
type desk struct {
	t       testing.TB
	files   *vfs.Projects
	tool    registry.Tool
	reg     *registry.Registry
	options registry.Options
}

func newDesk(t testing.TB, files map[string]string) *desk {
	t.Helper()
	projects := vfs.NewProjects(memstore.New(), vfs.Config{Now: func() time.Time { return now }})
	t.Cleanup(func() { assert.NoError(t, projects.Close()) })
	d := &desk{t: t, files: projects, reg: registry.New(registry.Config{})}
	d.tool = memory.NewAt(projects, func() time.Time { return now })
	require.NoError(t, d.reg.Register(d.tool))
	d.put(files)
	return d
}

// put writes files past the tool; a name that ends in / is a directory.
func (d *desk) put(files map[string]string) {
	d.t.Helper()
	if len(files) == 0 {
		return
	}
	require.NoError(d.t, d.files.Update(d.t.Context(), "p", func(fsys afero.Fs) error {
		for name, content := range files {
			if strings.HasSuffix(name, "/") {
				if err := fsys.MkdirAll(path.Clean(name), 0o755); err != nil {
					return err
				}
				continue
			}
			if err := fsys.MkdirAll(path.Dir(name), 0o755); err != nil {
				return err
			}
			if err := afero.WriteFile(fsys, name, []byte(content), 0o644); err != nil {
				return err
			}
		}
		return nil
	}))
}

// tree is every path of the project with its content; directories end in /.
func (d *desk) tree() map[string]string {
	d.t.Helper()
	all := map[string]string{}
	require.NoError(d.t, d.files.View(d.t.Context(), "p", func(fsys afero.Fs) error {
		return afero.Walk(fsys, "/", func(name string, info fs.FileInfo, err error) error {
			switch {
			case err != nil:
				return err
			case name == "/":
			case info.IsDir():
				all[name+"/"] = ""
			default:
				data, err := afero.ReadFile(fsys, name)
				if err != nil {
					return err
				}
				all[name] = string(data)
			}
			return nil
		})
	}))
	return all
}

// send is one call as a model sends it.
func (d *desk) send(input json.RawMessage) registry.Result {
	d.t.Helper()
	return d.reg.Execute(d.t.Context(), registry.Request{
		Name: "memory", Input: input, Enabled: []string{"memory"},
		Options: map[string]registry.Options{"memory": d.options},
		Context: registry.CallContext{ProjectID: "p"},
	})
}

func (d *desk) call(input in) registry.Result {
	d.t.Helper()
	data, err := json.Marshal(input)
	require.NoError(d.t, err)
	return d.send(data)
}

// ok is a call that succeeds.
func (d *desk) ok(input in) string {
	d.t.Helper()
	result := d.call(input)
	require.False(d.t, result.IsError, "%v: %s", input, result.Content)
	return result.Content
}

// refused is a call that fails, and changes nothing.
func (d *desk) refused(input in) string {
	d.t.Helper()
	before := d.tree()
	result := d.call(input)
	require.True(d.t, result.IsError, "%v: %s", input, result.Content)
	assert.Equal(d.t, before, d.tree(), "%v changed something", input)
	assert.NotEmpty(d.t, result.Data["code"], result.Content)
	return result.Content
}

func view(p string) in         { return in{"command": "view", "path": p} }
func create(p, text string) in { return in{"command": "create", "path": p, "file_text": text} }
func replace(p, old, new string) in {
	return in{"command": "str_replace", "path": p, "old_str": old, "new_str": new}
}
func insert(p string, line int, text string) in {
	return in{"command": "insert", "path": p, "insert_line": line, "insert_text": text}
}
func remove(p string) in        { return in{"command": "delete", "path": p} }
func rename(from, to string) in { return in{"command": "rename", "old_path": from, "new_path": to} }
