package gojavm

import (
	"context"
	"sync"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// clock tells when the time of a run is over. What tool calls wait for the user
// does not count, and is asked for only when the time seems to be over.
type clock struct {
	started time.Time
	limits  script.Limits
	waited  func() time.Duration // nil: there are no tool calls

	mu       sync.Mutex
	deadline time.Time
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
	left := time.Until(c.deadline)
	if left > 0 || c.waited == nil {
		return left
	}
	c.deadline = c.started.Add(c.limits.Time() + c.waited())
	return time.Until(c.deadline)
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
