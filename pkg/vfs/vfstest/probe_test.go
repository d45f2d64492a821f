package vfstest_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/pkg/vfs/vfstest"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
)

func begin(t *testing.T) afero.Fs {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	tx, err := p.Begin(t.Context(), "p")
	require.NoError(t, err)
	return tx.FS()
}

func TestProbes(t *testing.T) {
	vfstest.RunProbes(t, begin)
}
