package vfs

import (
	"path"
	"strings"
	"syscall"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxName = 255
	maxPath = 1024
)

// cleanPath makes the one absolute form of a path, in NFC. As in POSIX, ".." at
// the root stays there.
func cleanPath(name string) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	if err := checkText(name); err != nil {
		return "", err
	}
	clean := path.Clean("/" + norm.NFC.String(name))
	if len(clean) > maxPath {
		return "", syscall.ENAMETOOLONG
	}
	for part := range strings.SplitSeq(clean[1:], "/") {
		if len(part) > maxName {
			return "", syscall.ENAMETOOLONG
		}
	}
	return clean, nil
}

// strictPath is cleanPath for callers that name files to a host: ".." is refused.
func strictPath(name string) (string, error) {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return "", syscall.EINVAL
		}
	}
	if name == "" {
		name = "/"
	}
	return cleanPath(name)
}

// checkText refuses what no name may contain: it could not be shown, exported or
// told to JavaScript unchanged.
func checkText(name string) error {
	if !utf8.ValidString(name) {
		return syscall.EINVAL
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; c < 0x20 || c == 0x7f || c == '\\' {
			return syscall.EINVAL
		}
	}
	return nil
}

// validName says whether a stored name may be an entry of a directory.
func validName(name string) bool {
	return name != "" && name != "." && name != ".." && len(name) <= maxName &&
		!strings.Contains(name, "/") && checkText(name) == nil
}

func splitPath(clean string) []string {
	if clean == "/" {
		return nil
	}
	return strings.Split(clean[1:], "/")
}
