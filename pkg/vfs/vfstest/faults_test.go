package vfstest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/pkg/vfs/vfstest"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

// operation is one thing a host or a tool does.
type operation struct {
	name string
	run  func(ctx context.Context, p *vfs.Projects, v *vfs.Volume) error
}

func operations(t *testing.T) []operation {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for _, name := range []string{"z/one", "z/two"} {
		out, err := w.Create(name)
		require.NoError(t, err)
		_, err = out.Write(bytes.Repeat([]byte(name), 10_000))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	ignore := func(_ any, err error) error { return err }
	return []operation{
		{"write", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error {
			return ignore(v.Write(ctx, "/a", []byte("new")))
		}},
		{"write large", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error {
			return ignore(v.Write(ctx, "/large", []byte(strings.Repeat("n", 600_000))))
		}},
		{"mkdir", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error { return v.Mkdir(ctx, "/x/y") }},
		{"rename", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error {
			return v.Rename(ctx, "/d", "/x/d", false)
		}},
		{"copy", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error { return v.Copy(ctx, "/d", "/e", false) }},
		{"remove", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error { return v.Remove(ctx, "/d") }},
		{"restore", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error {
			items, err := v.Trash(ctx)
			if err != nil {
				return err
			}
			if len(items) == 0 {
				return errors.New("the trash was emptied to make room")
			}
			return ignore(v.Restore(ctx, items[0].ID, ""))
		}},
		{"revert", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error { return ignore(v.Revert(ctx, "/a", 1)) }},
		{"undo", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error {
			commits, err := v.Commits(ctx)
			if err != nil {
				return err
			}
			return v.Undo(ctx, commits[0].ID)
		}},
		{"import", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error {
			return ignore(v.ImportZip(ctx, archive.Bytes(), vfs.ImportOptions{}))
		}},
		{"export", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error { return ignore(v.ExportZip(ctx, "")) }},
		{"compact", func(ctx context.Context, _ *vfs.Projects, v *vfs.Volume) error { return ignore(v.Compact(ctx)) }},
		{"call of a tool", func(ctx context.Context, p *vfs.Projects, _ *vfs.Volume) error {
			return p.Update(ctx, "p", func(fs afero.Fs) error {
				return errors.Join(afero.WriteFile(fs, "/t1", []byte("1"), 0o644), fs.Rename("/a", "/b"), fs.RemoveAll("/d"), afero.WriteFile(fs, "/large", []byte("2"), 0o644))
			})
		}},
		{"transaction", func(ctx context.Context, p *vfs.Projects, _ *vfs.Volume) error {
			tx, err := p.Begin(ctx, "p")
			if err != nil {
				return err
			}
			defer tx.Rollback()
			if err := afero.WriteFile(tx.FS(), "/t1", []byte("1"), 0o644); err != nil {
				return err
			}
			return tx.Commit(ctx)
		}},
	}
}

// start is a project with everything in it: a snapshot, packs, records, blobs,
// versions and trash.
func start(t *testing.T) *memory.Store {
	store := memory.New()
	p := vfs.NewProjects(&vfstest.Faulty{Store: store}, vfs.Config{})
	v := p.Volume("p")
	put := func(path, text string) {
		_, err := v.Write(t.Context(), path, []byte(text))
		require.NoError(t, err)
	}
	put("/a", "one")
	put("/d/e/f", strings.Repeat("f", 30_000))
	put("/d/g", "g")
	_, err := v.Compact(t.Context())
	require.NoError(t, err)
	put("/a", "two")
	put("/large", strings.Repeat("l", 600_000))
	put("/gone", "gone")
	require.NoError(t, v.Remove(t.Context(), "/gone"))
	put("/a", "three")
	return store
}

// TestEveryFaultAtEveryStep fails each step of each operation in each way: the
// project is then as before or as after, in memory and opened again, and the next
// call works.
func TestEveryFaultAtEveryStep(t *testing.T) {
	faults := map[string]vfstest.Fault{"fail": vfstest.Fail, "full": vfstest.Full, "lost reply": vfstest.LostReply, "crash": vfstest.Crash, "crash after": vfstest.CrashAfter}
	m := &model{}
	for _, op := range operations(t) {
		store := start(t)
		before := m.dump(t, vfs.NewProjects(&vfstest.Faulty{Store: store}, vfs.Config{}))
		p := vfs.NewProjects(&vfstest.Faulty{Store: store}, vfs.Config{})
		require.NoError(t, op.run(t.Context(), p, p.Volume("p")), op.name)
		after := m.dump(t, p)
		for name, fault := range faults {
			for opened := range 2 {
				for step := 1; ; step++ {
					label := fmt.Sprintf("%s, %s at step %d, opened before: %v", op.name, name, step, opened == 1)
					disk := &vfstest.Faulty{Store: start(t)}
					p := vfs.NewProjects(disk, vfs.Config{})
					if opened == 1 {
						m.dump(t, p)
					}
					disk.Arm(step, fault, false)
					err := op.run(t.Context(), p, p.Volume("p"))
					happened := disk.Heal()
					found := m.dump(t, vfs.NewProjects(disk, vfs.Config{}))
					if err == nil {
						require.Equal(t, after, found, label)
					} else if fault != vfstest.CrashAfter {
						require.Equal(t, before, found, label)
					} else if fmt.Sprint(before) != fmt.Sprint(found) {
						require.Equal(t, after, found, label)
					}
					require.Equal(t, found, m.dump(t, p), "%s: in memory", label)
					_, err = p.Volume("p").Write(t.Context(), "/next", []byte("works"))
					require.NoError(t, err, label)
					found["/next"] = "-rw-r--r-- works"
					require.Equal(t, found, m.dump(t, vfs.NewProjects(disk, vfs.Config{})), label)
					if !happened {
						break
					}
				}
			}
		}
	}
}
