//go:build unix

package jstest

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// lock keeps the test processes that go test runs at once from building the same
// thing at once.
func lock(t testing.TB, dir string) (unlock func()) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o755))
	file, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	require.NoError(t, err)
	require.NoError(t, syscall.Flock(int(file.Fd()), syscall.LOCK_EX))
	return func() { _ = file.Close() }
}
