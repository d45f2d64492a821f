package vfs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// interrupted is a store in which others act right before a compaction takes place.
type interrupted struct {
	shared
	others func()
}

func (s *interrupted) Compact(ctx context.Context, projectID string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	if do := s.others; do != nil {
		s.others = nil
		do()
	}
	return s.shared.Compact(ctx, projectID, snapshot, blobs, drop)
}

// A tab that commits while another one compacts: neither builds on what the
// other one drops.
func TestCommitWhileAnotherTabCompacts(t *testing.T) {
	for name, act := range map[string]func(t *testing.T, other *vfs.Volume){
		"writes and compacts": func(t *testing.T, other *vfs.Volume) {
			put(t, other, "/new", "new")
			_, err := other.Compact(t.Context())
			require.NoError(t, err)
		},
		"copies": func(t *testing.T, other *vfs.Volume) {
			require.NoError(t, other.Copy(t.Context(), "/kept", "/copy", false))
		},
		"restores": func(t *testing.T, other *vfs.Volume) {
			items, err := other.Trash(t.Context())
			require.NoError(t, err)
			_, err = other.Restore(t.Context(), items[0].ID, "")
			require.NoError(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := &interrupted{shared: shared{memory.New()}}
			one := vfs.NewProjects(store, vfs.Config{Limits: vfs.Limits{HistoryBytes: 1}})
			v := one.Volume("p")
			put(t, v, "/large", strings.Repeat("l", 100))
			put(t, v, "/kept", "kept")
			_, err := v.Compact(t.Context())
			require.NoError(t, err)
			require.NoError(t, v.Remove(t.Context(), "/large"))
			two := vfs.NewProjects(store, vfs.Config{})
			_, err = two.Volume("p").Trash(t.Context())
			require.NoError(t, err)
			var want map[string]string
			store.others = func() {
				require.NoError(t, two.StoreChanged(t.Context(), "p", 0))
				act(t, two.Volume("p"))
				want = dump(t, two.Volume("p"))
			}
			_, err = v.Compact(t.Context())
			require.NoError(t, err)
			assert.Equal(t, want, dump(t, v))
			_, err = two.Volume("p").Compact(t.Context())
			require.NoError(t, err)
			for _, p := range []*vfs.Projects{one, two, vfs.NewProjects(store, vfs.Config{})} {
				assert.Equal(t, want, dump(t, p.Volume("p")))
			}
		})
	}
}
