package vfs_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Calls, transactions, readers, a file manager and compaction at the same time, in
// one tab: nobody is in anybody's way, and all is there in the end.
func TestEverythingAtOnce(t *testing.T) {
	store := shared{memory.New()}
	p := vfs.NewProjects(store, vfs.Config{CacheBytes: 100 << 10, Limits: vfs.Limits{Versions: 2}})
	ctx := context.Background()
	const rounds = 60
	line := func(i int) string { return fmt.Sprintf("%d %s\n", i, strings.Repeat("x", rand.IntN(3000))) }
	want := make([]strings.Builder, 6)
	add := func(name, text string) func(afero.Fs) error {
		return func(fs afero.Fs) error {
			f, err := fs.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
			if err != nil {
				return err
			}
			_, err = f.WriteString(text)
			return errors.Join(err, f.Close())
		}
	}
	var writers, others sync.WaitGroup
	for w := range want {
		name := fmt.Sprintf("/w%d", w)
		writers.Go(func() {
			for i := range rounds {
				text := line(i)
				want[w].WriteString(text)
				if w%2 == 0 {
					assert.NoError(t, p.Update(ctx, "p", add(name, text)))
					continue
				}
				tx, err := p.Begin(ctx, "p")
				if assert.NoError(t, err) {
					assert.NoError(t, add(name, text)(tx.FS()))
					assert.NoError(t, tx.Commit(ctx))
				}
			}
		})
	}
	stop := make(chan struct{})
	during := func(do func()) {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					do()
					runtime.Gosched() // in a browser nobody else would get a turn
				}
			}
		})
	}
	v := p.Volume("p")
	during(func() { _, err := v.Compact(ctx); assert.NoError(t, err) })
	during(func() {
		assert.NoError(t, p.View(ctx, "p", func(fs afero.Fs) error {
			infos, err := afero.ReadDir(fs, "/")
			for _, info := range infos {
				if !info.IsDir() {
					data, readErr := afero.ReadFile(fs, "/"+info.Name())
					err = errors.Join(err, readErr)
					assert.Equal(t, info.Size(), int64(len(data)))
				}
			}
			return err
		}))
	})
	during(func() {
		if _, err := v.Stat(ctx, "/w0"); err == nil {
			assert.NoError(t, v.Copy(ctx, "/w0", "/copy/w0", true))
			assert.NoError(t, v.Remove(ctx, "/copy"))
			assert.NoError(t, v.Purge(ctx, ""))
		}
	})
	writers.Wait()
	close(stop)
	others.Wait()
	require.NoError(t, p.Close())
	again := vfs.NewProjects(store, vfs.Config{})
	for w := range want {
		assert.Equal(t, want[w].String(), read(t, again, fmt.Sprintf("/w%d", w)))
	}
}
