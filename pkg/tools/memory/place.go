package memory

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/spf13/afero"
)

const root = "/memories"

// Limits of what is kept: those of the provider's own hosted memory store, the
// only official numbers there are.
const (
	maxFileBytes = 102_400
	maxPathBytes = 1_024
	maxSegments  = 20 // below /memories
	maxLines     = 999_999
)

var pathRules = textview.Rules{MaxBytes: maxPathBytes, MaxSegments: 1 + maxSegments, NoFormat: true}

// place is a path inside /memories.
type place struct {
	given string // as the model wrote it, safe to show
	clean string
}

func (p place) isRoot() bool { return p.clean == root }

// locate says where a path leads, without looking at any file.
func locate(given string) (place, error) {
	p := place{given: textview.Visible(given)}
	clean, err := pathRules.Clean(given)
	var refused *textview.PathError
	switch {
	case errors.As(err, &refused) && refused.Escapes && strings.HasPrefix(given, root):
		return p, fail(codeOutside, "Path %s would escape /memories directory", p.given)
	case err != nil && startsAtRoot(given):
		return p, fail(codePath, "Error: Invalid path %s: %s.", p.given, err)
	case err == nil && startsAtRoot(clean):
		p.clean = clean
		return p, nil
	case err == nil && startsAtRoot(given):
		return p, fail(codeOutside, "Path %s would escape /memories directory", p.given)
	default: // "/memoriesX" too: it is another directory
		return p, fail(codeOutside, "Path must start with /memories, got: %s", p.given)
	}
}

func startsAtRoot(p string) bool {
	rest, found := strings.CutPrefix(p, root)
	return found && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// kind is what is at a path.
type kind int

const (
	nothing kind = iota
	file
	directory
	other
)

// look says what is at a place. The root is a directory even before it is made.
func look(fsys afero.Fs, p place) (kind, fs.FileInfo, error) {
	info, err := fsys.Stat(p.clean)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		if p.isRoot() {
			return directory, nil, nil
		}
		return nothing, nil, nil
	case err != nil:
		return nothing, nil, err
	case info.IsDir():
		return directory, info, nil
	case info.Mode().IsRegular():
		return file, info, nil
	default:
		return other, info, nil
	}
}

// makeParents makes the directories above a place, or says which file is in the way.
func makeParents(fsys afero.Fs, p place) error {
	parent := path.Dir(p.clean)
	if at, err := blockedBy(fsys, parent); err != nil {
		return err
	} else if at != "" {
		return fail(codeNotDirectory, "Error: %s is a file, not a directory. Please provide another path.", at)
	}
	return fsys.MkdirAll(parent, 0o755)
}

// blockedBy finds a file where a directory is needed, at dir or above it.
func blockedBy(fsys afero.Fs, dir string) (string, error) {
	for ; dir != "/"; dir = path.Dir(dir) {
		info, err := fsys.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return dir, nil
		case err == nil:
			return "", nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return "", err
		}
	}
	return "", nil
}
