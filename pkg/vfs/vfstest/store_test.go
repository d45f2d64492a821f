package vfstest_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/directory"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/pkg/vfs/vfstest"
	"github.com/stretchr/testify/require"
)

func TestMemoryStore(t *testing.T) {
	vfstest.RunStore(t, func(*testing.T) vfs.Store { return memory.New() }, nil)
}

func TestDirectoryStore(t *testing.T) {
	dirs := map[vfs.Store]string{}
	open := func(t *testing.T, dir string) vfs.Store {
		s, err := directory.Open(t.Context(), dir)
		require.NoError(t, err)
		dirs[s] = dir
		return s
	}
	vfstest.RunStore(t,
		func(t *testing.T) vfs.Store { return open(t, t.TempDir()) },
		func(t *testing.T, s vfs.Store) vfs.Store { return open(t, dirs[s]) })
}
