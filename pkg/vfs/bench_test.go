package vfs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/directory"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

var twoKB = strings.Repeat("0123456789abcdef", 128)

// thousand makes 1,000 files of 2 kB in one call.
func thousand(fs afero.Fs, prefix string) error {
	for i := range 1000 {
		dir := fmt.Sprintf("%s/d%d", prefix, i%20)
		if err := fs.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := afero.WriteFile(fs, fmt.Sprintf("%s/f%d", dir, i), []byte(twoKB), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// large is a store with a project of n files of 2 kB, compacted.
func large(b *testing.B, n int) shared {
	store := shared{memory.New()}
	p := vfs.NewProjects(store, vfs.Config{})
	for i := 0; i < n; i += 1000 {
		require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error { return thousand(fs, fmt.Sprintf("/p%d", i)) }))
	}
	_, err := p.Volume("p").Compact(b.Context())
	require.NoError(b, err)
	return store
}

func BenchmarkCreateThousandFilesInOneCall(b *testing.B) {
	for b.Loop() {
		p := vfs.NewProjects(memory.New(), vfs.Config{})
		require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error { return thousand(fs, "") }))
	}
}

func BenchmarkFiveEditsInOneCall(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n, " files"), func(b *testing.B) {
			p := vfs.NewProjects(large(b, n), vfs.Config{})
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				i++
				require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error {
					var all error
					for k := range 5 {
						data := []byte(twoKB)
						copy(data[1000:], fmt.Sprint(i))
						all = errors.Join(all, afero.WriteFile(fs, fmt.Sprintf("/p0/d%d/f%d", k, k), data, 0o644))
					}
					return all
				}))
			}
		})
	}
}

func BenchmarkOpenProject(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		store := large(b, n)
		b.Run(fmt.Sprint(n, " files"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p := vfs.NewProjects(store, vfs.Config{})
				require.NoError(b, p.View(b.Context(), "p", func(fs afero.Fs) error { _, err := fs.Stat("/p0"); return err }))
			}
		})
	}
}

func BenchmarkRenameDirectoryOfTenThousand(b *testing.B) {
	p := vfs.NewProjects(large(b, 10_000), vfs.Config{})
	require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error {
		err := fs.Mkdir("/all", 0o755)
		for i := range 10 {
			name := fmt.Sprintf("/p%d", i*1000)
			err = errors.Join(err, fs.Rename(name, "/all"+name))
		}
		return err
	}))
	names := []string{"/all", "/moved"}
	for b.Loop() {
		require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error { return fs.Rename(names[0], names[1]) }))
		names[0], names[1] = names[1], names[0]
	}
}

func BenchmarkReadCached(b *testing.B) {
	p := vfs.NewProjects(large(b, 1000), vfs.Config{})
	require.NoError(b, p.View(b.Context(), "p", func(fs afero.Fs) error {
		for b.Loop() {
			if _, err := afero.ReadFile(fs, "/p0/d3/f3"); err != nil {
				return err
			}
		}
		return nil
	}))
}

func BenchmarkListTenThousand(b *testing.B) {
	v := vfs.NewProjects(large(b, 10_000), vfs.Config{}).Volume("p")
	for b.Loop() {
		_, err := v.List(b.Context(), "/", -1)
		require.NoError(b, err)
	}
}

func BenchmarkCompactTenThousand(b *testing.B) {
	store := large(b, 10_000)
	p := vfs.NewProjects(store, vfs.Config{})
	v := p.Volume("p")
	for b.Loop() {
		_, err := v.Write(b.Context(), "/x", []byte(fmt.Sprint(b.N)))
		require.NoError(b, err)
		_, err = v.Compact(b.Context())
		require.NoError(b, err)
	}
}

// counting counts what is appended.
type counting struct {
	shared
	bytes int
}

func (c *counting) Append(ctx context.Context, id string, seq uint64, record []byte, blobs []vfs.Blob) error {
	c.bytes += len(record)
	return c.shared.Append(ctx, id, seq, record, blobs)
}

// BenchmarkBytesPerEdit reports how much is stored for a small edit.
func BenchmarkBytesPerEdit(b *testing.B) {
	store := &counting{shared: large(b, 1000)}
	p := vfs.NewProjects(store, vfs.Config{})
	i := 0
	for b.Loop() {
		i++
		data := []byte(twoKB)
		copy(data[1000:], strings.Repeat(fmt.Sprint(i%10), 100))
		require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error { return afero.WriteFile(fs, "/p0/d0/f0", data, 0o644) }))
	}
	b.ReportMetric(float64(store.bytes)/float64(i), "B/edit")
}

func BenchmarkDurableCall(b *testing.B) {
	s, err := directory.Open(b.Context(), b.TempDir())
	require.NoError(b, err)
	p := vfs.NewProjects(s, vfs.Config{})
	i := 0
	for b.Loop() {
		i++
		require.NoError(b, p.Update(b.Context(), "p", func(fs afero.Fs) error { return afero.WriteFile(fs, "/f", []byte(fmt.Sprint(i)), 0o644) }))
	}
}
