package filesystem

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// walk says which files a search visits.
type walk struct {
	root    string
	hidden  bool
	exclude globs
	// enter says whether a directory is worth looking into; nil enters all.
	enter func(dir string) bool
	// file is called for each file, in order of path by name.
	file func(p string, info fs.FileInfo) error
	// dir is called for each directory below the root; nil is not called.
	dir func(p string)
}

// errStop ends a walk early and is no failure.
var errStop = errors.New("stop")

// walk visits files below a directory, or one file. It stops when the call is
// cancelled.
func (c *call) walk(w walk) error {
	info, err := c.fs.Stat(w.root)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		err = w.file(w.root, info)
	} else {
		err = c.walkDir(w.root, w)
	}
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

func (c *call) walkDir(dir string, w walk) error {
	if err := c.check(); err != nil {
		return err
	}
	infos, err := c.readDir(dir)
	if err != nil {
		return err
	}
	for i, info := range infos {
		if i%1024 == 1023 {
			if err := c.check(); err != nil {
				return err
			}
		}
		name := info.Name()
		if !w.hidden && textview.IsHidden(name) {
			continue
		}
		p := child(dir, name)
		if len(w.exclude) > 0 && w.exclude.match(p, w.root) {
			continue
		}
		if !info.IsDir() {
			err = w.file(p, info)
		} else {
			if w.dir != nil {
				w.dir(p)
			}
			if w.enter == nil || w.enter(p) {
				err = c.walkDir(p, w)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// child is the path of a name in a clean directory.
func child(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}

// readDir lists a directory in order of name.
func (c *call) readDir(dir string) ([]fs.FileInfo, error) {
	f, err := c.fs.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	infos, err := f.Readdir(-1)
	if err != nil {
		return nil, err
	}
	byName := func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) }
	if !slices.IsSortedFunc(infos, byName) {
		slices.SortFunc(infos, byName)
	}
	return infos, nil
}

// countFiles counts the files below a directory, and their bytes.
func (c *call) countFiles(dir string) (files int, size int64, err error) {
	err = c.walk(walk{root: dir, hidden: true, file: func(_ string, info fs.FileInfo) error {
		files++
		size += info.Size()
		return nil
	}})
	return files, size, err
}
