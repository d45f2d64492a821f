package jshost

import (
	"bytes"
	"sync"
	"time"
)

// virtualStart is what a virtual clock shows first.
var virtualStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// world is what a host and its workers share: the clock, what they printed, and
// who is waiting for what. With all of it below one mutex, "nothing can happen any
// more" is a fact and not a guess.
type world struct {
	config Config
	start  time.Time

	mu sync.Mutex
	// loops are the loops of the host and its running workers.
	loops map[*loop]struct{}
	main  *loop
	// operations under way in goroutines of their own will post a task when done.
	operations int
	// virtualNow is the virtual clock; it moves only when all loops are idle.
	virtualNow time.Duration
	seq        uint64
	output     bytes.Buffer
	unhandled  []*UncaughtError
	blobs      map[string][]byte

	// background counts the goroutines of workers and operations.
	background sync.WaitGroup
}

func newWorld(config Config) *world {
	return &world{config: config, start: time.Now(), loops: map[*loop]struct{}{}, blobs: map[string][]byte{}}
}

// elapsed is the time since the world's start. The caller holds mu.
func (w *world) elapsed() time.Duration {
	if w.config.VirtualTime {
		return w.virtualNow
	}
	return time.Since(w.start)
}

func (w *world) sinceStart() time.Duration {
	if !w.config.VirtualTime {
		return time.Since(w.start)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.virtualNow
}

// now is the time of day.
func (w *world) now() time.Time {
	if w.config.VirtualTime {
		return virtualStart.Add(w.sinceStart())
	}
	return time.Now()
}

// settle is called with mu held by a loop that has just become idle. If all are,
// it moves the virtual clock to the next timer, or tells the host that nothing
// will ever happen again.
func (w *world) settle() {
	if w.operations > 0 {
		return
	}
	var next *loop
	for l := range w.loops {
		if !l.idle || len(l.queue) > 0 {
			return
		}
		if len(l.timers) > 0 && (next == nil || l.timers[0].before(next.timers[0])) {
			next = l
		}
	}
	switch {
	case next == nil:
		w.main.quiet = true
		w.main.poke()
	case w.config.VirtualTime:
		w.virtualNow = max(w.virtualNow, next.timers[0].when)
		next.idle = false
		next.poke()
	}
}

// print appends a line to what the world printed.
func (w *world) print(line string) {
	w.mu.Lock()
	w.output.WriteString(line)
	w.output.WriteByte('\n')
	w.mu.Unlock()
	if w.config.Log != nil {
		w.config.Log(line)
	}
}

func (w *world) printed() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.output.String()
}

// operation runs f in a goroutine and then posts the task that it returns.
func (w *world) operation(l *loop, f func() func()) {
	w.mu.Lock()
	w.operations++
	w.mu.Unlock()
	w.background.Add(1)
	go func() {
		defer w.background.Done()
		task := f()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.operations--
		l.postLocked(task)
	}()
}
