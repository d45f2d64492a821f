package gojavm

import (
	"container/heap"
	"context"
	"time"

	"github.com/dop251/goja"
)

// loop has the timers of a run, in the order in which they are due.
type loop struct {
	timers timerHeap
	byID   map[int64]*timer
	lastID int64
	limit  int
}

// timer is one call that is due at a time.
type timer struct {
	id       int64
	due      time.Time
	seq      int64 // order among timers due at the same time
	every    time.Duration
	repeats  bool
	call     goja.Callable
	args     []goja.Value
	position int // in the heap; -1 when it is not there
}

// timerHeap orders timers by when they are due, then by when they were set.
type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if !h[i].due.Equal(h[j].due) {
		return h[i].due.Before(h[j].due)
	}
	return h[i].seq < h[j].seq
}
func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].position, h[j].position = i, j
}
func (h *timerHeap) Push(x any) {
	t := x.(*timer)
	t.position = len(*h)
	*h = append(*h, t)
}
func (h *timerHeap) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	t.position = -1
	return t
}

// add sets a timer; false means that too many are pending.
func (l *loop) add(call goja.Callable, args []goja.Value, delay time.Duration, repeats bool) (int64, bool) {
	if len(l.timers) >= l.limit {
		return 0, false
	}
	if l.byID == nil {
		l.byID = map[int64]*timer{}
	}
	l.lastID++
	t := &timer{id: l.lastID, seq: l.lastID, due: time.Now().Add(delay), every: delay, repeats: repeats, call: call, args: args}
	l.byID[t.id] = t
	heap.Push(&l.timers, t)
	return t.id, true
}

// clear drops a timer; unknown ids are ignored.
func (l *loop) clear(id int64) {
	t := l.byID[id]
	if t == nil {
		return
	}
	delete(l.byID, id)
	if t.position >= 0 {
		heap.Remove(&l.timers, t.position)
	}
}

// isDue tells whether the first timer is.
func (l *loop) isDue() bool { return len(l.timers) > 0 && time.Until(l.timers[0].due) <= 0 }

// settle runs timers and the ends of calls until the promise is settled. Promise
// jobs need no turn of their own: goja runs them whenever its stack empties.
func (w *world) settle(p *goja.Promise) error {
	for p.State() == goja.PromiseStatePending {
		if len(w.loop.timers) == 0 && w.calls.pending == 0 {
			return &scriptError{text: "Error: the script waits for a promise that nothing is left to settle (no timer or operation is pending)"}
		}
		if err := w.turn(); err != nil {
			return err
		}
	}
	return nil
}

// turn waits for what comes first, a timer that is due or the end of a call, and
// runs it, unless the run ends before it.
func (w *world) turn() error {
	var end func() error
	// Who waits lets the realm have its turn, which costs a millisecond in a browser,
	// and without which the end of a call is never heard of.
	if !w.loop.isDue() || w.calls.pending > 0 {
		var due <-chan time.Time
		if len(w.loop.timers) > 0 {
			alarm := time.NewTimer(time.Until(w.loop.timers[0].due))
			defer alarm.Stop()
			due = alarm.C
		}
		select {
		case <-due:
		case end = <-w.calls.ended:
		case <-w.ctx.Done():
		}
	}
	switch {
	case w.ctx.Err() != nil:
		return context.Cause(w.ctx)
	case w.clock.over():
		return w.clock.err()
	case end != nil:
		return end()
	}
	return w.fire(heap.Pop(&w.loop.timers).(*timer))
}

// fire calls one timer's function.
func (w *world) fire(t *timer) error {
	if !t.repeats {
		delete(w.loop.byID, t.id)
	}
	_, err := t.call(goja.Undefined(), t.args...)
	if t.repeats && w.loop.byID[t.id] != nil {
		w.loop.lastID++
		t.seq = w.loop.lastID
		t.due = time.Now().Add(t.every)
		heap.Push(&w.loop.timers, t)
	}
	return w.fault(err)
}
