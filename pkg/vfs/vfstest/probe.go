package vfstest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
)

// Probe does one thing with an empty file system and notes what happened. Two
// file systems agree if the notes are the same.
type Probe struct {
	Name string
	Run  func(p *Notes, fs afero.Fs)
}

// Notes is what a probe saw.
type Notes struct{ lines []string }

// String is the notes as text, one thing a line.
func (p *Notes) String() string { return strings.Join(p.lines, "\n") }

// note adds a line.
func (p *Notes) note(format string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
}

// err notes the class of an error.
func (p *Notes) err(what string, err error) { p.note("%s: %s", what, Class(err)) }

// Class is what of an error is the same on every conformant file system.
func Class(err error) string {
	if err == nil {
		return "ok"
	}
	kind := ""
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		kind = "path error "
	}
	if linkErr := (*os.LinkError)(nil); errors.As(err, &linkErr) {
		kind = "link error "
	}
	if errno := syscall.Errno(0); errors.As(err, &errno) {
		return kind + errno.Error()
	}
	for _, known := range []error{io.EOF, fs.ErrClosed, fs.ErrNotExist, fs.ErrExist} {
		if errors.Is(err, known) {
			return kind + known.Error()
		}
	}
	return kind + "an error"
}

// RunProbes runs every probe on a file system and on the host's, and compares.
// open gives an empty file system.
func RunProbes(t *testing.T, open func(t *testing.T) afero.Fs) {
	for _, probe := range Probes() {
		t.Run(probe.Name, func(t *testing.T) {
			var want, got Notes
			probe.Run(&want, afero.NewBasePathFs(afero.NewOsFs(), t.TempDir()))
			probe.Run(&got, open(t))
			assert.Equal(t, want.String(), got.String())
		})
	}
}

// Probes are all probes.
func Probes() []Probe {
	var all []Probe
	all = append(all, openProbes()...)
	all = append(all, fileProbes()...)
	all = append(all, directoryProbes()...)
	all = append(all, renameProbes()...)
	return append(all, infoProbes()...)
}

// put makes a file.
func (p *Notes) put(fs afero.Fs, name, text string) {
	if err := afero.WriteFile(fs, name, []byte(text), 0o644); err != nil {
		p.err("put "+name, err)
	}
}

// get notes the content of a file.
func (p *Notes) get(fs afero.Fs, name string) {
	data, err := afero.ReadFile(fs, name)
	if err != nil {
		p.err("get "+name, err)
		return
	}
	p.note("get %s: %q", name, data)
}

// dir makes directories.
func (p *Notes) dir(fs afero.Fs, names ...string) {
	for _, name := range names {
		if err := fs.Mkdir(name, 0o755); err != nil {
			p.err("mkdir "+name, err)
		}
	}
}

// open opens a file and closes it at the end of run.
func (p *Notes) open(fs afero.Fs, name string, flag int, run func(f afero.File)) {
	f, err := fs.OpenFile(name, flag, 0o644)
	p.err(fmt.Sprintf("open %s %#x", name, flag), err)
	if err != nil {
		return
	}
	run(f)
	_ = f.Close()
}

// tree notes every file and directory.
func (p *Notes) tree(fsys afero.Fs) {
	err := afero.Walk(fsys, "/", func(path string, info fs.FileInfo, err error) error {
		switch {
		case err != nil:
			return err
		case info.IsDir():
			p.note("%s/", strings.TrimSuffix(path, "/"))
		default:
			p.get(fsys, path)
		}
		return nil
	})
	p.err("walk", err)
}
