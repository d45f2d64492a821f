package vfstest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/pkg/vfs/vfstest"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// model is our file system beside the host's, both after the same operations.
type model struct {
	disk     *vfstest.Faulty
	projects *vfs.Projects
	host     afero.Fs
	errs     []error // of the steps of the last call
}

var tbContext = context.Background()

func (m *model) reopen() {
	m.projects = vfs.NewProjects(m.disk, vfs.Config{CacheBytes: 64 << 10})
}

// step is an operation that means the same on every file system.
type step struct {
	kind, from, to, text string
	at                   int64
}

func (s step) String() string {
	return fmt.Sprintf("%s %s %s %d@%d", s.kind, s.from, s.to, len(s.text), s.at)
}

func (s step) run(fsys afero.Fs) error {
	switch s.kind {
	case "write":
		return writeFile(fsys, s.from, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, s)
	case "append":
		return writeFile(fsys, s.from, os.O_CREATE|os.O_WRONLY|os.O_APPEND, s)
	case "patch":
		return writeFile(fsys, s.from, os.O_RDWR, s)
	case "truncate":
		f, err := fsys.OpenFile(s.from, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Truncate(s.at)
	case "mkdir":
		return fsys.Mkdir(s.from, 0o755)
	case "mkdirall":
		return fsys.MkdirAll(s.from, 0o755)
	case "remove":
		return fsys.Remove(s.from)
	case "removeall":
		return fsys.RemoveAll(s.from)
	case "rename":
		return fsys.Rename(s.from, s.to)
	}
	return fsys.Chmod(s.from, 0o640)
}

func writeFile(fsys afero.Fs, name string, flag int, s step) error {
	f, err := fsys.OpenFile(name, flag, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if s.kind == "patch" {
		_, err = f.WriteAt([]byte(s.text), s.at)
		return err
	}
	_, err = f.WriteString(s.text)
	return err
}

var stepGenerator = rapid.Custom(func(t *rapid.T) step {
	name := rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ü"}), 1, 3).Draw(t, "parts")
		return "/" + strings.Join(parts, "/")
	})
	size := rapid.SampledFrom([]int{0, 1, 10, 100, 5000, 20_000, 300_000}).Draw(t, "size")
	letter := rapid.SampledFrom([]string{"x", "y", "\x00"}).Draw(t, "letter")
	return step{
		kind: rapid.SampledFrom([]string{"write", "write", "append", "patch", "truncate", "mkdir", "mkdirall", "remove", "removeall", "rename", "rename", "chmod"}).Draw(t, "kind"),
		from: name.Draw(t, "from"), to: name.Draw(t, "to"), text: strings.Repeat(letter, size),
		at: rapid.Int64Range(0, 400).Draw(t, "at"),
	}
})

// dump is everything that a file system holds.
func dump(t require.TestingT, fsys afero.Fs) map[string]string {
	all := map[string]string{}
	require.NoError(t, afero.Walk(fsys, "/", func(name string, info fs.FileInfo, err error) error {
		if err != nil {
			return err
		}
		name = path.Clean("/" + name)
		if name == "/" {
			return nil
		}
		all[name] = info.Mode().String()
		if !info.IsDir() {
			data, err := afero.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			all[name] += " " + string(data)
		}
		return nil
	}))
	return all
}

func (m *model) dump(t require.TestingT, p *vfs.Projects) (all map[string]string) {
	require.NoError(t, p.View(tbContext, "p", func(fs afero.Fs) error { all = dump(t, fs); return nil }))
	return all
}

func (m *model) check(t require.TestingT) {
	want := dump(t, m.host)
	require.Equal(t, want, m.dump(t, m.projects))
	require.Equal(t, want, m.dump(t, vfs.NewProjects(m.disk, vfs.Config{})), "opened again")
}

// call runs steps as one call; whatever comes of a single step, the call goes on.
func (m *model) call(steps []step) error {
	m.errs = nil
	return m.projects.Update(tbContext, "p", func(fs afero.Fs) error {
		for _, s := range steps {
			m.errs = append(m.errs, s.run(fs))
		}
		return nil
	})
}

func TestModel(t *testing.T) {
	base := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(base, "")
		require.NoError(t, err)
		m := &model{disk: &vfstest.Faulty{Store: memory.New()}, host: afero.NewBasePathFs(afero.NewOsFs(), dir)}
		m.reopen()
		t.Repeat(map[string]func(*rapid.T){
			"":        func(t *rapid.T) { m.check(t) },
			"call":    m.plainCall,
			"fault":   m.faultyCall,
			"reopen":  func(*rapid.T) { m.reopen() },
			"compact": m.compact,
		})
	})
}

var stepsGenerator = rapid.SliceOfN(stepGenerator, 1, 8)

func (m *model) plainCall(t *rapid.T) {
	steps := stepsGenerator.Draw(t, "steps")
	require.NoError(t, m.call(steps))
	m.follow(t, steps)
}

// follow does on the host what was done on ours, and compares the errors.
func (m *model) follow(t *rapid.T, steps []step) {
	for i, s := range steps {
		want := s.run(m.host)
		require.Equal(t, vfstest.Class(want), vfstest.Class(m.errs[i]), "%v", s)
	}
}

// faultyCall is a call during which the store fails. The state afterwards is the
// one before or the one after, and the next call works.
func (m *model) faultyCall(t *rapid.T) {
	steps := stepsGenerator.Draw(t, "steps")
	fault := rapid.SampledFrom([]vfstest.Fault{vfstest.Fail, vfstest.Full, vfstest.LostReply, vfstest.Crash, vfstest.CrashAfter}).Draw(t, "fault")
	writesOnly := rapid.Bool().Draw(t, "writes only")
	before := dump(t, m.host)
	m.disk.Arm(rapid.IntRange(1, 4).Draw(t, "step"), fault, writesOnly)
	err := m.call(steps)
	m.disk.Heal()
	if fault == vfstest.Crash || fault == vfstest.CrashAfter {
		m.reopen()
	}
	if err == nil {
		// Steps may have failed for want of content that could not be read.
		if !m.someFaulty() {
			m.follow(t, steps)
			return
		}
		m.adopt(t)
		return
	}
	after := m.dump(t, vfs.NewProjects(m.disk, vfs.Config{}))
	if fmt.Sprint(after) == fmt.Sprint(before) {
		return
	}
	require.Equal(t, vfstest.CrashAfter, fault, "an error, but the call was stored")
	m.follow(t, steps)
}

func (m *model) someFaulty() bool {
	for _, err := range m.errs {
		if errors.Is(err, vfstest.ErrFault) {
			return true
		}
	}
	return false
}

// adopt makes the host's files the same as ours.
func (m *model) adopt(t *rapid.T) {
	entries, err := afero.ReadDir(m.host, "/")
	require.NoError(t, err)
	for _, e := range entries {
		require.NoError(t, m.host.RemoveAll("/"+e.Name()))
	}
	require.NoError(t, m.projects.View(tbContext, "p", func(fsys afero.Fs) error {
		return afero.Walk(fsys, "/", func(name string, info fs.FileInfo, err error) error {
			if err != nil || name == "/" {
				return err
			}
			if info.IsDir() {
				err = m.host.Mkdir(name, info.Mode())
			} else {
				var data []byte
				if data, err = afero.ReadFile(fsys, name); err == nil {
					err = afero.WriteFile(m.host, name, data, info.Mode())
				}
			}
			if err == nil {
				err = m.host.Chmod(name, info.Mode())
			}
			return err
		})
	}))
}

func (m *model) compact(t *rapid.T) {
	_, err := m.projects.Volume("p").Compact(tbContext)
	require.NoError(t, err)
}
