//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package directory

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

const (
	// lockPause is how long to wait before asking again for a lock.
	lockPause = 2 * time.Millisecond
	// lockStale is when a lock must have been left behind by a process that died:
	// none is held for longer than it takes to write one record.
	lockStale = 30 * time.Second
)

// lock waits until no other process has the lock of this name. Without flock, it
// is a file that exists while the lock is held.
func lock(path string) (unlock func(), err error) {
	path += ".held"
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return func() { _ = os.Remove(path) }, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if info, statErr := os.Stat(path); statErr == nil && time.Since(info.ModTime()) > lockStale {
			_ = os.Remove(path)
		}
		time.Sleep(lockPause)
	}
}

// syncDir does nothing: the system syncs names itself, or has no way to.
func syncDir(string) error { return nil }
