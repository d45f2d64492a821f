//go:build !linux && !darwin

package jshost

import "errors"

func (r *realm) installOS() error {
	return errors.New("jshost: programs can be run with the operating system's files on Linux and macOS only")
}
