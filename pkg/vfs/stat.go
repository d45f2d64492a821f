package vfs

import (
	"io/fs"
	"time"
)

// Stat is what FileInfo.Sys returns: what a file has beyond os.FileInfo.
type Stat struct {
	// Inode stays the same for as long as the file exists, wherever it is moved.
	Inode uint64
	// Version counts the contents of a file, over commits.
	Version   uint64
	CreatedAt time.Time
	// Binary: a NUL or no valid UTF-8 in the first 8 KiB, as of the last commit.
	Binary bool
}

// fileInfo is a snapshot: later changes of the file do not show in it.
type fileInfo struct {
	name  string
	size  int64
	mode  fs.FileMode
	mtime time.Time
	stat  *Stat
}

func infoOf(n *node, name string) fileInfo {
	info := fileInfo{name: name, mode: fs.FileMode(n.mode), mtime: time.Unix(0, n.mtime)}
	if n.dir {
		info.mode |= fs.ModeDir
	} else {
		info.size = n.size()
	}
	info.stat = &Stat{Inode: n.ino, Version: n.version, CreatedAt: time.Unix(0, n.birth), Binary: n.binary}
	return info
}

func (i fileInfo) Name() string               { return i.name }
func (i fileInfo) Size() int64                { return i.size }
func (i fileInfo) Mode() fs.FileMode          { return i.mode }
func (i fileInfo) ModTime() time.Time         { return i.mtime }
func (i fileInfo) IsDir() bool                { return i.mode.IsDir() }
func (i fileInfo) Sys() any                   { return i.stat }
func (i fileInfo) Type() fs.FileMode          { return i.mode.Type() }
func (i fileInfo) Info() (fs.FileInfo, error) { return i, nil }
func (i fileInfo) String() string             { return fs.FormatFileInfo(i) }
