package filesystem

import (
	"container/list"
	"sync"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Reads remembers which content of a file each chat has seen last. A write over
// a content that the chat has not seen is refused. An application that keeps
// chats over restarts may keep this too; it is safe for concurrent use.
type Reads interface {
	// Last is the hash of the content last seen, or "" if none was.
	Last(where registry.CallContext, path string) string
	// Saw notes the hash of a content that the chat has seen now.
	Saw(where registry.CallContext, path, hash string)
}

// recentReads keeps the latest reads of all chats in memory.
type recentReads struct {
	mu     sync.Mutex
	most   int
	byKey  map[readKey]*list.Element
	recent *list.List // of *readEntry, the latest first
}

type readKey struct{ project, chat, path string }

type readEntry struct {
	key  readKey
	hash string
}

// RecentReads remembers the latest reads of all chats, most of them at the same
// time; 0 means 4,096. What was forgotten is not guarded any more.
func RecentReads(most int) Reads {
	if most <= 0 {
		most = 4096
	}
	return &recentReads{most: most, byKey: map[readKey]*list.Element{}, recent: list.New()}
}

func (r *recentReads) Last(where registry.CallContext, path string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.byKey[readKey{where.ProjectID, where.ChatID, path}]; ok {
		r.recent.MoveToFront(e)
		return e.Value.(*readEntry).hash
	}
	return ""
}

func (r *recentReads) Saw(where registry.CallContext, path, hash string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := readKey{where.ProjectID, where.ChatID, path}
	if e, ok := r.byKey[key]; ok {
		e.Value.(*readEntry).hash = hash
		r.recent.MoveToFront(e)
		return
	}
	r.byKey[key] = r.recent.PushFront(&readEntry{key, hash})
	if r.recent.Len() > r.most {
		oldest := r.recent.Back()
		delete(r.byKey, oldest.Value.(*readEntry).key)
		r.recent.Remove(oldest)
	}
}

// saw notes, once the call has worked, that the chat knows a content now.
func (c *call) saw(path, hash string) {
	c.after = append(c.after, func() { c.tool.reads.Saw(c.where, path, hash) })
}

// carry is saw for a change whose outcome the chat knows only if it knew what
// was there before.
func (c *call) carry(path, before, after string) {
	if c.tool.reads.Last(c.where, path) == before {
		c.saw(path, after)
	}
}
