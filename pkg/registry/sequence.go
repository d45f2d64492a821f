package registry

import "sync"

// sequence orders calls: each starts when every earlier one that it meets has
// ended ([Access]); the others run beside it. The zero value is empty.
type sequence struct {
	mu      sync.Mutex
	entries []*entry // not yet ended, in the order in which they came
}

type entry struct {
	access Access
	ended  chan struct{}
}

// enter puts a call in line. It waits with wait, and leaves with leave, which it
// must, or nobody behind it ever starts.
func (s *sequence) enter(access Access) (wait, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := &entry{access, make(chan struct{})}
	var before []*entry
	for _, other := range s.entries {
		if access.Meets(other.access) {
			before = append(before, other)
		}
	}
	s.entries = append(s.entries, e)
	wait = func() {
		for _, other := range before {
			<-other.ended // it ends: every call has a deadline
		}
	}
	return wait, func() { s.leave(e) }
}

func (s *sequence) leave(e *entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, other := range s.entries {
		if other == e {
			s.entries = append(s.entries[:i], s.entries[i+1:]...)
			close(e.ended)
			return
		}
	}
}
