package filesystem

import (
	"container/list"
	"io/fs"
	"sync"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// marks keep what was found out about the latest files that were scanned: hash,
// lines, and where they are. With it, reading on in a large file costs what is
// shown, not the whole file. It is safe for concurrent use.
type marks struct {
	mu     sync.Mutex
	known  map[mark]*list.Element
	recent *list.List // of *marked, the latest first
}

// mark names one content of one file.
type mark struct {
	project        string
	inode, version uint64
	size, modified int64
	created        int64
	name           string // the format depends on it
}

type marked struct {
	mark
	content content
}

const (
	maxMarks = 64
	// minMarked is the size from which a scan is worth remembering.
	minMarked = 64 << 10
)

func newMarks() *marks { return &marks{known: map[mark]*list.Element{}, recent: list.New()} }

// markOf names a content, if the file system tells its contents apart. A time
// alone does not.
func (c *call) markOf(p place, info fs.FileInfo) (mark, bool) {
	stat, ok := info.Sys().(*vfs.Stat)
	if !ok || stat == nil || info.Size() < minMarked {
		return mark{}, false
	}
	return mark{
		project: c.where.ProjectID, inode: stat.Inode, version: stat.Version, size: info.Size(),
		modified: info.ModTime().UnixNano(), created: stat.CreatedAt.UnixNano(), name: p.clean,
	}, true
}

func (m *marks) get(key mark) (content, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.known[key]
	if !ok {
		return content{}, false
	}
	m.recent.MoveToFront(e)
	return e.Value.(*marked).content, true
}

func (m *marks) put(key mark, known content) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.known[key]; ok {
		return
	}
	m.known[key] = m.recent.PushFront(&marked{key, known})
	if m.recent.Len() > maxMarks {
		oldest := m.recent.Back()
		delete(m.known, oldest.Value.(*marked).mark)
		m.recent.Remove(oldest)
	}
}
