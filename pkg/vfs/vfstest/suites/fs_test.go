package suites

import (
	"context"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

// open gives an empty file system of ours. At the end of the test what it holds
// is committed, as one call.
func open(t *testing.T) afero.Fs {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	// Not the test's context, which ends before the cleanup.
	tx, err := p.Begin(context.Background(), "p")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, tx.Commit(context.Background())) })
	return tx.FS()
}
