package jshost

import (
	"container/heap"
	"context"
	"errors"
	"time"
)

// errQuiet says that a loop has nothing to do and nothing to wait for.
var errQuiet = errors.New("quiet")

// loop is the event loop of one realm: tasks that others posted, and timers. Only
// the realm's goroutine takes from it.
type loop struct {
	world *world
	wake  chan struct{}

	// Guarded by world.mu.
	queue    []func()
	timers   timers
	timerIDs map[int]*timer
	nextID   int
	idle     bool
	quiet    bool
	// ended loops drop what is posted.
	ended bool
	// turn makes tasks and due timers alternate, so that neither starves.
	turn bool
}

func newLoop(w *world) *loop {
	l := &loop{world: w, wake: make(chan struct{}, 1), timerIDs: map[int]*timer{}}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.loops[l] = struct{}{}
	return l
}

// poke makes the loop look again.
func (l *loop) poke() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// post adds a task. Any goroutine may.
func (l *loop) post(task func()) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	l.postLocked(task)
}

func (l *loop) postLocked(task func()) {
	if l.ended || task == nil {
		// What waited for an operation that leads nowhere has to be told.
		l.world.main.poke()
		return
	}
	l.queue = append(l.queue, task)
	// At once, so that no other loop takes this one for idle meanwhile.
	l.idle = false
	l.poke()
}

// end takes the loop out of the world.
func (l *loop) end() {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	l.ended = true
	l.queue, l.timers, l.timerIDs = nil, nil, map[int]*timer{}
	delete(l.world.loops, l)
	// The host may be the last one left, waiting for what this loop would have done.
	l.world.main.poke()
}

// next waits for the next task. It fails with the context's cause, or with
// errQuiet if nothing can happen any more.
func (l *loop) next(ctx context.Context) (func(), error) {
	w := l.world
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		w.mu.Lock()
		l.idle = false
		if task := l.take(); task != nil {
			w.mu.Unlock()
			return task, nil
		}
		l.idle, l.quiet = true, false
		w.settle()
		quiet := l.quiet
		var alarm <-chan time.Time
		var timer *time.Timer
		if !w.config.VirtualTime && len(l.timers) > 0 {
			timer = time.NewTimer(l.timers[0].when - w.elapsed())
			alarm = timer.C
		}
		w.mu.Unlock()
		if quiet {
			return nil, errQuiet
		}
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-alarm:
		}
		if timer != nil {
			timer.Stop()
		}
	}
}

// busy marks the loop as not waiting: its goroutine does something else.
func (l *loop) busy() {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	l.idle = false
}

// take returns the next task that can run now, or nil. The caller holds mu.
func (l *loop) take() func() {
	due := len(l.timers) > 0 && l.timers[0].when <= l.world.elapsed()
	if len(l.queue) > 0 && (!due || !l.turn) {
		task := l.queue[0]
		l.queue[0] = nil
		l.queue = l.queue[1:]
		l.turn = true
		return task
	}
	if !due {
		return nil
	}
	l.turn = false
	t := heap.Pop(&l.timers).(*timer)
	if t.every > 0 {
		l.world.seq++
		t.seq, t.when = l.world.seq, l.world.elapsed()+t.every
		heap.Push(&l.timers, t)
	} else {
		delete(l.timerIDs, t.id)
	}
	return t.task
}

// after runs the task once delay has passed, and every delay again if repeated.
func (l *loop) after(delay time.Duration, repeated bool, task func()) int {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	l.nextID++
	l.world.seq++
	t := &timer{id: l.nextID, when: l.world.elapsed() + max(delay, 0), seq: l.world.seq, task: task}
	if repeated {
		t.every = max(delay, time.Millisecond)
	}
	l.timerIDs[t.id] = t
	heap.Push(&l.timers, t)
	return t.id
}

// cancel forgets a timer.
func (l *loop) cancel(id int) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	if t := l.timerIDs[id]; t != nil {
		delete(l.timerIDs, id)
		heap.Remove(&l.timers, t.index)
	}
}

type timer struct {
	id    int
	when  time.Duration
	every time.Duration
	seq   uint64
	index int
	task  func()
}

func (t *timer) before(u *timer) bool {
	return t.when < u.when || t.when == u.when && t.seq < u.seq
}

// timers is a heap, the next one first.
type timers []*timer

func (h timers) Len() int           { return len(h) }
func (h timers) Less(i, j int) bool { return h[i].before(h[j]) }
func (h timers) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements heap.Interface.
func (h *timers) Push(x any) {
	t := x.(*timer)
	t.index = len(*h)
	*h = append(*h, t)
}

// Pop implements heap.Interface.
func (h *timers) Pop() any {
	old := *h
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return t
}
