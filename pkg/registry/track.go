package registry

import (
	"encoding/json"
	"maps"
	"sync"
	"time"
)

// tracker owns the activity of one call.
type tracker struct {
	observe func(Activity)
	now     func() time.Time

	mu       sync.Mutex
	activity Activity
	ended    bool
}

const isoTime = "2006-01-02T15:04:05.000Z"

// track starts the activity of a call.
func (r *Registry) track(p prepared) *tracker {
	input := p.input
	if input == nil {
		input = map[string]any{}
	}
	t := &tracker{observe: r.config.Observe, now: r.config.Now}
	t.activity = Activity{
		ID: p.call.ID, Name: p.tool.Name, DisplayName: p.tool.DisplayName, Status: InProgress,
		Input: input, Data: map[string]any{}, StartedAt: t.now().UTC().Format(isoTime),
		ProjectID: p.call.Context.ProjectID, ChatID: p.call.Context.ChatID, Background: p.tool.Background,
	}
	if p.caller != nil {
		t.activity.Data["parentId"] = p.caller.request.ID
	}
	t.tell()
	return t
}

// tell gives the observer a copy that nothing changes any more. Its caller holds
// the lock, or is alone; so observers see the changes in their order.
func (t *tracker) tell() {
	if t.observe == nil {
		return
	}
	activity := t.activity
	activity.Data = maps.Clone(t.activity.Data)
	defer func() { _ = recover() }() // an observer's fault is not the call's
	t.observe(activity)
}

func (t *tracker) change(change func(*Activity)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	change(&t.activity)
	t.tell()
}

// end gives the activity its last state and returns the result of the call.
func (t *tracker) end(status Status, result Result) Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	result.IsError = status != Success
	for name, value := range result.Data {
		t.activity.Data[name] = value
	}
	t.activity.Status = status
	t.activity.DisplayMessage = ""
	t.activity.FinishedAt = t.now().UTC().Format(isoTime)
	if result.IsError {
		t.activity.Error = errorText(result)
	}
	t.tell()
	return result
}

// errorText is a result's error for a person: where it is JSON with a sentence
// in it, the sentence.
func errorText(result Result) string {
	var body struct {
		Error string `json:"error"`
	}
	if json.Unmarshal([]byte(result.Content), &body) == nil && body.Error != "" {
		return body.Error
	}
	return result.Content
}
