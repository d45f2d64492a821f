//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package directory

// lock does nothing: without flock, only one process may use a directory.
func lock(string) (unlock func(), err error) { return func() {}, nil }

// syncDir does nothing: the system syncs names itself, or has no way to.
func syncDir(string) error { return nil }
