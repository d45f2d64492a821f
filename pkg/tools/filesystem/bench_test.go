package filesystem_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

// growth are the sizes that benchmarks go through: 16 is a file of 30 MB or a
// directory of 50,000 entries.
var growth = []int{1, 4, 16}

const (
	benchFileBytes = 30_000_000 / 16
	benchEntries   = 50_000 / 16
)

// bench is the tool over a project, called past the registry.
type bench struct {
	tool registry.Tool
	ctx  context.Context
}

func newBench(t testing.TB, fill func(afero.Fs) error) bench {
	files := vfs.NewProjects(memory.New(), vfs.Config{})
	require.NoError(t, files.Update(context.Background(), project, fill))
	return bench{filesystem.New(files, filesystem.Options{MaxFileBytes: 64 << 20}), context.Background()}
}

func (b bench) call(t testing.TB, call in) registry.Result {
	raw, err := json.Marshal(call)
	require.NoError(t, err)
	result, err := b.tool.Execute(b.ctx, registry.Call{Input: raw, Context: registry.CallContext{ProjectID: project, ChatID: "c"}})
	require.NoError(t, err)
	require.False(t, result.IsError, result.Content)
	return result
}

func largeFile(times int) func(afero.Fs) error {
	line := "\tif err := json.Unmarshal(data, &value); err != nil { return err } // line %d\n"
	var b strings.Builder
	for i := 1; b.Len() < times*benchFileBytes; i++ {
		fmt.Fprintf(&b, line, i)
	}
	return func(fsys afero.Fs) error { return afero.WriteFile(fsys, "/large", []byte(b.String()), 0o666) }
}

func manyFiles(times int) func(afero.Fs) error {
	return func(fsys afero.Fs) error {
		for i := range times * benchEntries {
			dir := fmt.Sprintf("/d%d", i%50)
			if err := fsys.MkdirAll(dir, 0o777); err != nil {
				return err
			}
			if err := afero.WriteFile(fsys, fmt.Sprintf("%s/file%d.txt", dir, i), []byte("some text\nto look at\n"), 0o666); err != nil {
				return err
			}
		}
		return nil
	}
}

func benchmark(b *testing.B, fill func(int) func(afero.Fs) error, call in) {
	for _, times := range growth {
		b.Run(fmt.Sprintf("%dx", times), func(b *testing.B) {
			tool := newBench(b, fill(times))
			tool.call(b, call) // the first call finds out what later ones know
			b.ReportAllocs()
			for b.Loop() {
				tool.call(b, call)
			}
		})
	}
}

func BenchmarkReadRange(b *testing.B) {
	benchmark(b, largeFile, in{"action": "read", "path": "/large", "view_range": []int{20_000, 20_050}})
}

func BenchmarkStatDirectory(b *testing.B) {
	benchmark(b, manyFiles, in{"action": "stat", "path": "/d7"})
}

func BenchmarkList(b *testing.B) { benchmark(b, manyFiles, in{"action": "list"}) }

func BenchmarkGlob(b *testing.B) { benchmark(b, manyFiles, in{"action": "glob", "pattern": "*99.txt"}) }

func BenchmarkGlobInDirectory(b *testing.B) {
	benchmark(b, manyFiles, in{"action": "glob", "pattern": "d7/*7.txt"})
}

func BenchmarkGrepText(b *testing.B) {
	benchmark(b, largeFile, in{"action": "grep", "pattern": "line 1234$"})
}

func BenchmarkGrepExpression(b *testing.B) {
	benchmark(b, largeFile, in{"action": "grep", "pattern": `[0-9]+4321$`})
}

func BenchmarkGrepManyFiles(b *testing.B) {
	benchmark(b, manyFiles, in{"action": "grep", "pattern": "look", "output": "count"})
}

func BenchmarkEdit(b *testing.B) {
	for _, times := range growth {
		b.Run(fmt.Sprintf("%dx", times), func(b *testing.B) {
			tool := newBench(b, largeFile(times))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				from, to := "line 9999\n", "line 9999!\n"
				if i%2 == 1 {
					from, to = to, from
				}
				tool.call(b, in{"action": "edit", "path": "/large", "old_str": from, "new_str": to})
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, times := range growth {
		b.Run(fmt.Sprintf("%dx", times), func(b *testing.B) {
			tool := newBench(b, largeFile(times))
			b.ReportAllocs()
			for b.Loop() {
				tool.call(b, in{"action": "append", "path": "/large", "content": "one more line\n"})
			}
		})
	}
}

// allocated is how many bytes a call takes from the heap. The least of a few is
// taken: the files' own work in the background counts into some.
func allocated(t *testing.T, tool bench, call in) uint64 {
	least := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tool.call(t, call)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// Reading lines of a large file takes memory for the lines, not for the file,
// and so does searching it.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	for _, call := range []in{
		{"action": "read", "path": "/large", "view_range": []int{20_000, 20_050}},
		{"action": "grep", "pattern": "line 1234$"},
		{"action": "grep", "pattern": `[0-9]+4321$`},
		{"action": "stat", "path": "/large"},
	} {
		small, large := newBench(t, largeFile(1)), newBench(t, largeFile(8))
		for _, tool := range []bench{small, large} {
			tool.call(t, call)
		}
		one, eight := allocated(t, small, call), allocated(t, large, call)
		require.Less(t, eight, one+4_000_000, "%v: %d bytes for 2 MB, %d bytes for 15 MB", call, one, eight)
	}
}
