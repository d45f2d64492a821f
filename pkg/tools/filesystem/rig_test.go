package filesystem_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

const project = "p"

// in is the input of a call.
type in map[string]any

// rig is the tool in a registry, over a project in memory.
type rig struct {
	t        require.TestingT
	files    *vfs.Projects
	registry *registry.Registry
	options  registry.Options
	chat     string
}

func newRig(t require.TestingT) *rig {
	return newRigWith(t, filesystem.Options{}, vfs.Config{})
}

func newRigWith(t require.TestingT, options filesystem.Options, config vfs.Config) *rig {
	files := vfs.NewProjects(memory.New(), config)
	r := registry.New(registry.Config{})
	require.NoError(t, r.Register(filesystem.New(files, options)))
	return &rig{t: t, files: files, registry: r, chat: "chat"}
}

// call makes one call through the registry.
func (r *rig) call(input any) registry.Result {
	if h, ok := r.t.(interface{ Helper() }); ok {
		h.Helper()
	}
	raw, err := json.Marshal(input)
	require.NoError(r.t, err)
	return r.raw(context.Background(), raw)
}

func (r *rig) raw(ctx context.Context, raw json.RawMessage) registry.Result {
	return r.registry.Execute(ctx, registry.Request{
		Name: "filesystem", Input: raw, Enabled: []string{"filesystem"},
		Options: map[string]registry.Options{"filesystem": r.options},
		Context: registry.CallContext{ProjectID: project, ChatID: r.chat},
	})
}

// ok makes a call that has to work and gives its text.
func (r *rig) ok(input in) string {
	if h, ok := r.t.(interface{ Helper() }); ok {
		h.Helper()
	}
	result := r.call(input)
	require.False(r.t, result.IsError, "%v: %s", input, result.Content)
	require.Equal(r.t, true, result.Data["ok"])
	return result.Content
}

// fails makes a call that has to fail with a code and gives its text.
func (r *rig) fails(code filesystem.Code, input in) string {
	if h, ok := r.t.(interface{ Helper() }); ok {
		h.Helper()
	}
	before := r.tree()
	result := r.call(input)
	require.True(r.t, result.IsError, "%v: %s", input, result.Content)
	require.Equal(r.t, string(code), result.Data["code"], result.Content)
	require.Equal(r.t, false, result.Data["ok"])
	require.Equal(r.t, before, r.tree(), "a failed call changes nothing")
	return result.Content
}

// put writes files as somebody else would: not through the tool.
func (r *rig) put(files map[string]string) *rig {
	require.NoError(r.t, r.files.Update(context.Background(), project, func(fsys afero.Fs) error {
		for name, content := range files {
			if strings.HasSuffix(name, "/") {
				if err := fsys.MkdirAll(path.Clean(name), 0o777); err != nil {
					return err
				}
				continue
			}
			if err := fsys.MkdirAll(path.Dir(name), 0o777); err != nil {
				return err
			}
			if err := afero.WriteFile(fsys, name, []byte(content), 0o666); err != nil {
				return err
			}
		}
		return nil
	}))
	return r
}

func (r *rig) get(name string) string {
	return r.tree()[name]
}

// tree is every file with its content and every directory.
func (r *rig) tree() map[string]string {
	all := map[string]string{}
	require.NoError(r.t, r.files.View(context.Background(), project, func(fsys afero.Fs) error {
		return afero.Walk(fsys, "/", func(p string, info fs.FileInfo, err error) error {
			if err != nil || p == "/" {
				return err
			}
			if info.IsDir() {
				all[p+"/"] = ""
				return nil
			}
			content, err := afero.ReadFile(fsys, p)
			all[p] = string(content)
			return err
		})
	}))
	return all
}
