//go:build !unix

package jstest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// lock makes the folder; there is no locking on this platform.
func lock(t testing.TB, dir string) (unlock func()) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o755))
	return func() {}
}
