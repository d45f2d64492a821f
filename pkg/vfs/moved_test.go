package vfs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// behind returns a tab that knows a project as it was before another one
// compacted it: the content of /kept, with an earlier version of it, was in a
// pack that is gone, and is in another one now.
func behind(t *testing.T) *vfs.Projects {
	store := shared{memory.New()}
	one := vfs.NewProjects(store, vfs.Config{})
	write(t, one, "/large", strings.Repeat("l", 100))
	write(t, one, "/kept", "before")
	write(t, one, "/kept", "kept")
	require.NoError(t, one.Volume("p").Remove(t.Context(), "/large"))
	_, err := one.Volume("p").Compact(t.Context())
	require.NoError(t, err)
	stale := vfs.NewProjects(store, vfs.Config{})
	_, err = stale.Volume("p").List(t.Context(), "/", -1)
	require.NoError(t, err)

	require.NoError(t, one.Volume("p").Purge(t.Context(), ""))
	_, err = one.Volume("p").Compact(t.Context())
	require.NoError(t, err)
	return stale
}

// What another tab only moved while it compacted can be read and built upon.
func TestWhatAnotherTabMoved(t *testing.T) {
	v := func(p *vfs.Projects) *vfs.Volume { return p.Volume("p") }
	t.Run("read", func(t *testing.T) {
		assert.Equal(t, "kept", read(t, behind(t), "/kept"))
		assert.Equal(t, "kept", text(t, v(behind(t)), "/kept"))
	})
	t.Run("read an earlier version", func(t *testing.T) {
		data, err := v(behind(t)).ReadVersion(t.Context(), "/kept", 1)
		require.NoError(t, err)
		assert.Equal(t, "before", string(data))
	})
	t.Run("append", func(t *testing.T) {
		p := behind(t)
		require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error {
			f, err := fs.OpenFile("/kept", os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteString(" on")
			return err
		}))
		assert.Equal(t, "kept on", read(t, p, "/kept"))
	})
	t.Run("read in a transaction", func(t *testing.T) {
		tx, err := behind(t).Begin(t.Context(), "p")
		require.NoError(t, err)
		defer tx.Rollback()
		data, err := afero.ReadFile(tx.FS(), "/kept")
		require.NoError(t, err)
		assert.Equal(t, "kept", string(data))
	})
	t.Run("copy", func(t *testing.T) {
		p := behind(t)
		require.NoError(t, v(p).Copy(t.Context(), "/kept", "/copy", false))
		assert.Equal(t, "kept", text(t, v(p), "/copy"))
	})
	t.Run("revert", func(t *testing.T) {
		p := behind(t)
		_, err := v(p).Revert(t.Context(), "/kept", 1)
		require.NoError(t, err)
		assert.Equal(t, "before", text(t, v(p), "/kept"))
	})
	t.Run("export", func(t *testing.T) {
		data, err := v(behind(t)).ExportZip(t.Context(), "/kept")
		require.NoError(t, err)
		into := vfs.NewProjects(memory.New(), vfs.Config{}).Volume("p")
		_, err = into.ImportZip(t.Context(), data, vfs.ImportOptions{})
		require.NoError(t, err)
		assert.Equal(t, "kept", text(t, into, "/kept"))
	})
}
