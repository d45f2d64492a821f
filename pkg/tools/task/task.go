// Package task is a to-do list for a model: what is planned, what is under way,
// what is done. Tasks live in the project's files, in /.tasks.json, so that they
// outlive the conversation and belong to everybody who works on the project.
package task

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Options set up [New]. The zero value is the default.
type Options struct {
	// Now is the clock. nil: time.Now.
	Now func() time.Time
}

// input is one call, without the action.
type input struct {
	ID     *int    `json:"id,omitempty" minimum:"1" description:"update, complete: which task."`
	Title  *string `json:"title,omitempty" minLength:"1" description:"create, update: what is to be done, in a few words."`
	Note   *string `json:"note,omitempty" description:"create, update, complete: details, or the outcome."`
	Status *Status `json:"status,omitempty" enum:"open,in_progress,done" description:"update: the new status. list: only these."`
}

// New makes the task tool over the projects' files.
func New(files vfs.Files, options Options) registry.Tool {
	t := tool{files: files, now: options.Now}
	if t.now == nil {
		t.now = time.Now
	}
	type action = registry.Action[input, registry.NoOptions]
	return registry.DefineDomain(registry.Domain[input, registry.NoOptions]{
		Name:            "task",
		DisplayName:     "Tasks",
		DisplaySubtitle: "A to-do list of the project",
		Category:        "planning",
		IconInput:       "☑️",
		IconOutput:      "☑️",
		Description:     "Keep a to-do list for work of several steps, visible to the user.",
		Actions: []action{
			{ActionInfo: registry.ActionInfo{Name: "create", Summary: "add a task",
				Required: []string{"title"}, Optional: []string{"note"}}, Handle: t.create},
			{ActionInfo: registry.ActionInfo{Name: "update", Summary: "change title, note or status",
				Required: []string{"id", "title|note|status"}, Idempotent: true}, Handle: t.update},
			{ActionInfo: registry.ActionInfo{Name: "complete", Summary: "mark as done",
				Required: []string{"id"}, Optional: []string{"note"}, Idempotent: true}, Handle: t.complete},
			{ActionInfo: registry.ActionInfo{Name: "list", Summary: "show all tasks",
				Optional: []string{"status"}, ReadOnly: true, Idempotent: true}, Handle: t.list},
		},
		Aliases: registry.Aliases{
			Selector: []string{"command"},
			Actions:  []registry.ActionAlias{{Name: "add", Action: "create"}, {Name: "done", Action: "complete"}},
			Parameters: map[string][]string{
				"id": {"task_id"}, "title": {"name", "task", "content"}, "note": {"notes", "description"},
			},
		},
		// Every action has to do with the one file.
		Access: func(in input) registry.Access { return registry.Access{Write: []string{File}} },
	})
}

type tool struct {
	files vfs.Files
	now   func() time.Time
}

type call = registry.TypedCall[registry.NoOptions]

// told is what an action that concerns one task gives.
type told struct {
	Type  string `json:"type"`
	Task  Task   `json:"task"`
	Done  int    `json:"done"`
	Total int    `json:"total"`
}

// listed is what list gives.
type listed struct {
	Type  string `json:"type"`
	Tasks []Task `json:"tasks"`
	Done  int    `json:"done"`
	Total int    `json:"total"`
}

// refusal is an error for the model.
type refusal struct {
	Type       string `json:"type"`
	Text       string `json:"error"`
	AllowedIDs []int  `json:"allowed_ids,omitempty"`
}

func (r *refusal) Error() string { return r.Text }

func refuse(format string, values ...any) error {
	return &refusal{Type: "error", Text: fmt.Sprintf(format, values...)}
}

func (t tool) create(ctx context.Context, in input, call call) (registry.Result, error) {
	return t.change(ctx, call, "task_created", func(all *list) (int, error) {
		if len(all.Tasks) >= maxTasks {
			return 0, refuse("There are %d tasks already; that is the most", maxTasks)
		}
		all.LastID++
		all.Tasks = append(all.Tasks, Task{ID: all.LastID, Status: Open, CreatedAt: t.time()})
		at := len(all.Tasks) - 1
		return at, t.set(&all.Tasks[at], in)
	})
}

func (t tool) update(ctx context.Context, in input, call call) (registry.Result, error) {
	return t.change(ctx, call, "task_updated", func(all *list) (int, error) {
		at, err := all.find(in.ID)
		if err != nil {
			return 0, err
		}
		return at, t.set(&all.Tasks[at], in)
	})
}

func (t tool) complete(ctx context.Context, in input, call call) (registry.Result, error) {
	done := Done
	in.Title, in.Status = nil, &done
	return t.change(ctx, call, "task_completed", func(all *list) (int, error) {
		at, err := all.find(in.ID)
		if err != nil {
			return 0, err
		}
		return at, t.set(&all.Tasks[at], in)
	})
}

func (t tool) list(ctx context.Context, in input, call call) (registry.Result, error) {
	var all list
	err := t.files.View(ctx, call.Context.ProjectID, func(fsys afero.Fs) (err error) {
		all, err = read(fsys)
		return err
	})
	if err != nil {
		return failed(err), nil
	}
	all.tell(call.Progress)
	shown := []Task{}
	for _, task := range all.Tasks {
		if in.Status == nil || task.Status == *in.Status {
			shown = append(shown, task)
		}
	}
	return registry.JSON(listed{"tasks", shown, all.done(), len(all.Tasks)}), nil
}

// change runs one change of the list as one commit.
func (t tool) change(ctx context.Context, call call, kind string, do func(*list) (int, error)) (registry.Result, error) {
	var all list
	var at int
	err := t.files.Update(ctx, call.Context.ProjectID, func(fsys afero.Fs) (err error) {
		if all, err = read(fsys); err != nil {
			return err
		}
		if at, err = do(&all); err != nil {
			return err
		}
		return all.write(fsys)
	})
	if err != nil {
		return failed(err), nil
	}
	all.tell(call.Progress)
	return registry.JSON(told{kind, all.Tasks[at], all.done(), len(all.Tasks)}), nil
}

// set gives a task what an input says.
func (t tool) set(task *Task, in input) error {
	if in.Title != nil {
		if n := utf8.RuneCountInString(*in.Title); n > maxTitle {
			return refuse("title is too long: %d characters, at most %d; put details into note", n, maxTitle)
		}
		task.Title = *in.Title
	}
	if in.Note != nil {
		if n := utf8.RuneCountInString(*in.Note); n > maxNote {
			return refuse("note is too long: %d characters, at most %d", n, maxNote)
		}
		task.Note = *in.Note
	}
	task.UpdatedAt = t.time()
	if in.Status != nil && *in.Status != task.Status {
		task.Status, task.CompletedAt = *in.Status, ""
		if task.Status == Done {
			task.CompletedAt = t.time()
		}
	}
	return nil
}

func (t tool) time() string { return t.now().UTC().Format(time.RFC3339) }

// failed is the result of an error.
func failed(err error) registry.Result {
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		return registry.JSONError(refused)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return registry.JSONError(refusal{Type: "error", Text: "The call was cancelled; nothing was changed"})
	case errors.Is(err, errNewer):
		return registry.JSONError(refusal{Type: "error", Text: File + " was written by a newer release and is left alone"})
	case errors.Is(err, errDamaged):
		return registry.JSONError(refusal{Type: "error", Text: File + " is damaged: it is no list of tasks. Repair or delete it."})
	default:
		return registry.JSONError(refusal{Type: "error", Text: "The tasks could not be read or saved. Try again."})
	}
}
