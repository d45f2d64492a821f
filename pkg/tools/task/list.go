package task

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/registry"
)

// File is where a project has its tasks.
const File = "/.tasks.json"

// What a list may hold; lengths in characters.
const (
	maxTasks = 500
	maxTitle = 200
	maxNote  = 2000
)

// Status says how far a task is.
type Status string

// The statuses.
const (
	Open       Status = "open"
	InProgress Status = "in_progress"
	Done       Status = "done"
)

// Task is one thing to do. Times are RFC 3339.
type Task struct {
	ID          int    `json:"id"`
	Title       string `json:"title"`
	Status      Status `json:"status"`
	Note        string `json:"note,omitempty"`
	CreatedAt   string `json:"created_at"`
	UpdatedAt   string `json:"updated_at"`
	CompletedAt string `json:"completed_at,omitempty"`
}

// list is the content of the file. Ids are never used again.
type list struct {
	SchemaVersion int    `json:"schemaVersion"`
	LastID        int    `json:"last_id"`
	Tasks         []Task `json:"tasks"`
}

// schemaVersion is the form of the file. A file without one is of this form too:
// somebody wrote it by hand.
const schemaVersion = 1

var (
	errDamaged = errors.New("no list of tasks")
	errNewer   = errors.New("tasks of a newer release")
)

func read(fsys afero.Fs) (all list, err error) {
	text, err := afero.ReadFile(fsys, File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return all, nil
	case err != nil:
		return all, err
	}
	var form struct {
		SchemaVersion int `json:"schemaVersion"`
	}
	if json.Unmarshal(text, &form) == nil && form.SchemaVersion > schemaVersion {
		return all, errNewer
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return all, fmt.Errorf("%w: %w", errDamaged, err)
	}
	for _, task := range all.Tasks { // somebody may have written the file by hand
		all.LastID = max(all.LastID, task.ID)
	}
	return all, nil
}

func (l list) write(fsys afero.Fs) error {
	l.SchemaVersion = schemaVersion
	text, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	return afero.WriteFile(fsys, File, append(text, '\n'), 0o644)
}

func (l list) find(id *int) (int, error) {
	ids := []int{}
	for i, task := range l.Tasks {
		if id != nil && task.ID == *id {
			return i, nil
		}
		ids = append(ids, task.ID)
	}
	if id == nil { // only past the registry
		return 0, refuse("id is required")
	}
	missing := &refusal{Type: "error", Text: fmt.Sprintf("There is no task %d", *id), AllowedIDs: ids}
	if len(ids) == 0 {
		missing.Text += "; there are no tasks"
	}
	return 0, missing
}

func (l list) done() (n int) {
	for _, task := range l.Tasks {
		if task.Status == Done {
			n++
		}
	}
	return n
}

// tell shows in the activity how far everything is.
func (l list) tell(progress *registry.Progress) {
	done, total := l.done(), len(l.Tasks)
	progress.Message(fmt.Sprintf("%d of %d done", done, total))
	if total > 0 {
		progress.Fraction(float64(done) / float64(total))
	}
	progress.Data(map[string]any{"done": done, "total": total})
}
