package gojavm_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// rig is a project's files, and a host that lends them.
type rig struct {
	t     testing.TB
	files script.FileSystem
	lines []script.Line
}

func (r *rig) Files() script.FileSystem { return r.files }
func (r *rig) Console(line script.Line) { r.lines = append(r.lines, line) }

// newRig makes a project with files; names that end in / are directories.
func newRig(t testing.TB, files map[string]string) *rig {
	t.Helper()
	projects := vfs.NewProjects(memory.New(), vfs.Config{})
	transaction, err := projects.Begin(t.Context(), "p")
	require.NoError(t, err)
	t.Cleanup(func() {
		transaction.Rollback()
		assert.NoError(t, projects.Close())
	})
	r := &rig{t: t, files: javascript.NewFileSystem(transaction.FS())}
	fs := transaction.FS()
	for name, text := range files {
		if name[len(name)-1] == '/' {
			require.NoError(t, fs.MkdirAll(name, 0o755))
			continue
		}
		require.NoError(t, fs.MkdirAll(dirOf(name), 0o755))
		file, err := fs.Create(name)
		require.NoError(t, err)
		_, err = file.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
	return r
}

func dirOf(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return "/"
}

var engine = gojavm.New()

// run runs code that must not be ended from outside.
func (r *rig) run(code string) script.Outcome {
	r.t.Helper()
	out, err := r.try(r.t.Context(), script.Job{Code: code, LoadLib: true})
	require.NoError(r.t, err)
	return out
}

func (r *rig) try(ctx context.Context, job script.Job) (script.Outcome, error) {
	if job.Limits.TimeMs == 0 {
		job.Limits.TimeMs = 20_000
	}
	return engine.Run(ctx, job, r)
}

// run runs code in a project without files.
func run(t testing.TB, code string) script.Outcome {
	t.Helper()
	return newRig(t, nil).run(code)
}

// text is console text with levels, and then the value or the error.
func text(out script.Outcome) string {
	s := ""
	for _, line := range out.Console {
		if line.Level != "log" {
			s += line.Level + ": "
		}
		s += line.Text + "\n"
	}
	if out.Error != "" {
		return s + "! " + out.Error
	}
	return s + out.Value
}

type example struct {
	name, code, want string
}

func examples(t *testing.T, table []example) {
	t.Helper()
	for _, e := range table {
		t.Run(e.name, func(t *testing.T) {
			assert.Equal(t, e.want, text(run(t, e.code)))
		})
	}
}

// job runs code without the scripts of /lib.
func job(code string) script.Job { return script.Job{Code: code} }
