package gojavm

import (
	"context"
	"sync"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// clock tells when the time of a run is over. What tool calls wait for the user
// does not count, and is asked for only when the time seems to be over; nor does
// what the run waits for while its clock is stopped.
type clock struct {
	started time.Time
	limits  script.Limits
	waited  func() time.Duration // nil: there are no tool calls

	mu        sync.Mutex
	deadline  time.Time
	stopped   time.Duration // before now
	stoppedAt time.Time     // zero while it runs
}

func newClock(limits script.Limits, waited func() time.Duration) *clock {
	now := time.Now()
	return &clock{started: now, limits: limits, waited: waited, deadline: now.Add(limits.Time())}
}

// over tells whether the time is over.
func (c *clock) over() bool { return c.left() <= 0 }

// left is how much time there is, as far as is known now.
func (c *clock) left() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stoppedAt.IsZero() {
		return max(c.deadline.Sub(c.stoppedAt), time.Millisecond)
	}
	left := time.Until(c.deadline)
	if left > 0 || c.waited == nil {
		return left
	}
	c.deadline = c.started.Add(c.limits.Time() + c.waited() + c.stopped)
	return time.Until(c.deadline)
}

// stop lets the clock stand still until the function it returns is called.
func (c *clock) stop() (goOn func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stoppedAt = time.Now()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		waited := time.Since(c.stoppedAt)
		c.stopped += waited
		c.deadline = c.deadline.Add(waited)
		c.stoppedAt = time.Time{}
	}
}

// err is the error of a run whose time is over.
func (c *clock) err() error { return script.NewLimitError(script.LimitTime, c.limits) }

// watch ends a context, with that error, when the time is over.
func (c *clock) watch(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	go func() {
		alarm := time.NewTimer(c.limits.Time())
		defer alarm.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-alarm.C:
			}
			left := c.left()
			if left <= 0 {
				cancel(c.err())
				return
			}
			alarm.Reset(max(left, 10*time.Millisecond))
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}
