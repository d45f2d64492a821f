package vfs

import (
	"container/list"
	"sync"
)

// cache keeps the contents of blobs that were read last, of all projects, up to
// a number of bytes.
type cache struct {
	mu    sync.Mutex
	max   int64
	size  int64
	order *list.List // latest first
	byKey map[cacheKey]*list.Element
}

type cacheKey struct{ project, blob string }

type cached struct {
	key  cacheKey
	data []byte
}

func newCache(maxBytes int64) *cache {
	return &cache{max: maxBytes, order: list.New(), byKey: map[cacheKey]*list.Element{}}
}

func (c *cache) get(project, blob string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[cacheKey{project, blob}]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).data, true
}

func (c *cache) put(project, blob string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := cacheKey{project, blob}
	if _, ok := c.byKey[key]; ok || int64(len(data)) > c.max {
		return
	}
	c.byKey[key] = c.order.PushFront(&cached{key, data})
	for c.size += int64(len(data)); c.size > c.max; {
		c.remove(c.order.Back())
	}
}

// forget drops what it has of a project.
func (c *cache) forget(project string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, e := range c.byKey {
		if key.project == project {
			c.remove(e)
		}
	}
}

func (c *cache) remove(e *list.Element) {
	entry := c.order.Remove(e).(*cached)
	delete(c.byKey, entry.key)
	c.size -= int64(len(entry.data))
}
