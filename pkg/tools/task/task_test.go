package task_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/registrytest"
	"github.com/clienttools/clienttools/pkg/tools/task"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

type in = map[string]any

type desk struct {
	t     *testing.T
	files *vfs.Projects
	reg   *registry.Registry

	mu   sync.Mutex
	seen []registry.Activity
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, files: vfs.NewProjects(memstore.New(), vfs.Config{})}
	t.Cleanup(func() { assert.NoError(t, d.files.Close()) })
	d.reg = registry.New(registry.Config{Observe: func(a registry.Activity) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.seen = append(d.seen, a)
	}})
	clock := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	require.NoError(t, d.reg.Register(task.New(d.files, task.Options{Now: clock})))
	return d
}

func (d *desk) call(input in) registry.Result {
	text, err := json.Marshal(input)
	require.NoError(d.t, err)
	return d.reg.Execute(d.t.Context(), registry.Request{Name: "task", Input: text, Enabled: []string{"task"}, Context: registry.CallContext{ProjectID: "p"}})
}

func (d *desk) gives(input in, want string) {
	d.t.Helper()
	result := d.call(input)
	assert.False(d.t, result.IsError, result.Content)
	assert.Equal(d.t, want, result.Content)
}

func (d *desk) fails(input in, want string) {
	d.t.Helper()
	result := d.call(input)
	assert.True(d.t, result.IsError, result.Content)
	assert.Equal(d.t, "error", result.Data["type"])
	assert.Equal(d.t, want, result.Data["error"])
}

func TestConformance(t *testing.T) {
	registrytest.Conforms(t, func(t *testing.T) registry.Tool {
		return task.New(vfs.NewProjects(memstore.New(), vfs.Config{}), task.Options{})
	})
}

const at = `"created_at":"2026-03-01T12:00:00Z","updated_at":"2026-03-01T12:00:00Z"`

func TestTasks(t *testing.T) {
	d := newDesk(t)
	d.gives(in{"action": "list"}, `{"type":"tasks","tasks":[],"done":0,"total":0}`)
	d.gives(in{"action": "create", "title": "Read"}, `{"type":"task_created","task":{"id":1,"title":"Read","status":"open",`+at+`},"done":0,"total":1}`)
	d.gives(in{"command": "add", "name": "Write", "note": "soon"}, `{"type":"task_created","task":{"id":2,"title":"Write","status":"open","note":"soon",`+at+`},"done":0,"total":2}`)
	d.gives(in{"action": "update", "id": 2, "status": "in_progress", "note": ""}, `{"type":"task_updated","task":{"id":2,"title":"Write","status":"in_progress",`+at+`},"done":0,"total":2}`)
	completed := `{"id":1,"title":"Read","status":"done","note":"all of it",` + at + `,"completed_at":"2026-03-01T12:00:00Z"}`
	d.gives(in{"action": "complete", "id": 1, "note": "all of it"}, `{"type":"task_completed","task":`+completed+`,"done":1,"total":2}`)
	d.gives(in{"action": "complete", "id": 1}, `{"type":"task_completed","task":`+completed+`,"done":1,"total":2}`)
	d.gives(in{"action": "list", "status": "done"}, `{"type":"tasks","tasks":[`+completed+`],"done":1,"total":2}`)
	d.gives(in{"action": "update", "id": 1, "status": "open"}, `{"type":"task_updated","task":{"id":1,"title":"Read","status":"open","note":"all of it",`+at+`},"done":0,"total":2}`)
}

func TestProgressOfEachActivity(t *testing.T) {
	d := newDesk(t)
	d.call(in{"action": "create", "title": "a"})
	d.call(in{"action": "create", "title": "b"})
	d.call(in{"action": "complete", "id": 1})
	var fractions []float64
	for _, activity := range d.seen {
		if activity.Status == registry.Success {
			require.NotNil(t, activity.Fraction)
			fractions = append(fractions, *activity.Fraction)
		}
	}
	assert.Equal(t, []float64{0, 0, 0.5}, fractions)
	last := d.seen[len(d.seen)-1]
	assert.EqualValues(t, 1, last.Data["done"])
	assert.EqualValues(t, 2, last.Data["total"])
	var messages []string
	for _, activity := range d.seen {
		messages = append(messages, activity.DisplayMessage)
	}
	assert.Contains(t, messages, "1 of 2 done")
}

func TestWrongCalls(t *testing.T) {
	d := newDesk(t)
	d.fails(in{"action": "complete", "id": 3}, "There is no task 3; there are no tasks")
	d.call(in{"action": "create", "title": "a"})
	d.fails(in{"action": "update", "id": 9, "title": "x"}, "There is no task 9")
	assert.Equal(t, []any{1.0}, d.call(in{"action": "update", "id": 9, "title": "x"}).Data["allowed_ids"])
	d.fails(in{"action": "delete"}, "Invalid action 'delete'")
	assert.Equal(t, []any{"create", "update", "complete", "list"}, d.call(in{"action": "delete"}).Data["allowed_actions"])
	d.fails(in{"action": "create"}, "title is required for create action")
	assert.Equal(t, "title", d.call(in{"action": "create"}).Data["required_param"])
	d.fails(in{"action": "update", "id": 1}, "title or note or status is required for update action")
	d.fails(in{"action": "create", "title": strings.Repeat("x", 201)}, "title is too long: 201 characters, at most 200; put details into note")
	d.fails(in{"action": "complete", "id": 1, "note": strings.Repeat("x", 2001)}, "note is too long: 2001 characters, at most 2000")
	d.gives(in{"action": "list"}, `{"type":"tasks","tasks":[{"id":1,"title":"a","status":"open",`+at+`}],"done":0,"total":1}`)
}

func TestDamagedFile(t *testing.T) {
	d := newDesk(t)
	write := func(text string) {
		require.NoError(t, d.files.Update(t.Context(), "p", func(fsys afero.Fs) error { return afero.WriteFile(fsys, task.File, []byte(text), 0o644) }))
	}
	write("[")
	for _, input := range []in{{"action": "list"}, {"action": "create", "title": "a"}} {
		d.fails(input, "/.tasks.json is damaged: it is no list of tasks. Repair or delete it.")
	}
	write(`{"schemaVersion":2,"tasks":{"a":"in another form"}}`)
	for _, input := range []in{{"action": "list"}, {"action": "create", "title": "a"}} {
		d.fails(input, "/.tasks.json was written by a newer release and is left alone")
	}
	write(`{"tasks":[{"id":7,"title":"by hand","status":"open"}]}`)
	d.call(in{"action": "create", "title": "a"})
	assert.Contains(t, d.call(in{"action": "list"}).Content, `"id":8,"title":"a"`, "an id that is there is not given again")
	require.NoError(t, d.files.View(t.Context(), "p", func(fsys afero.Fs) error {
		text, err := afero.ReadFile(fsys, task.File)
		assert.Contains(t, string(text), `"schemaVersion": 1`)
		return err
	}))
}

func TestManyTasksAtOnce(t *testing.T) {
	d := newDesk(t)
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() { d.call(in{"action": "create", "title": fmt.Sprint("task ", i)}) })
	}
	all.Wait()
	assert.EqualValues(t, 30, d.call(in{"action": "list"}).Data["total"])
}
