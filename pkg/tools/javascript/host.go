package javascript

import (
	"sync"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// host lends a run its files, its tools and its network, and listens to what it
// prints.
type host struct {
	*calls
	progress *registry.Progress

	mu     sync.Mutex
	lines  []Line
	size   int
	shown  time.Time
	closed bool
}

var (
	_ ToolCaller     = (*host)(nil)
	_ script.Network = (*host)(nil)
)

// heardChars bounds what is kept of a console whose run may be ended.
const heardChars = 64 << 10

func (h *host) Files() FileSystem { return h.space.fs }

// Console keeps the line, for the case that the run is ended and gives no
// outcome, and shows it as the call's progress, not more than a few a second.
func (h *host) Console(line Line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	if h.size += len(line.Text); h.size <= heardChars {
		h.lines = append(h.lines, line)
	}
	if now := time.Now(); now.Sub(h.shown) > 200*time.Millisecond {
		h.shown = now
		h.progress.Message(firstLine(line.Text))
	}
}

// heard are the lines printed so far.
func (h *host) heard() []Line {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lines
}

// close ends listening, and what the run still calls: an engine may outlive its run.
func (h *host) close() {
	defer h.calls.close()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}

// firstLine is the first line of a text, cut to what fits beside an activity.
func firstLine(text string) string {
	const most = 120
	for i, r := range text {
		if r == '\n' {
			return text[:i]
		}
		if i >= most {
			return text[:i] + "…"
		}
	}
	return text
}
