package agentconfig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"
)

// Earlier is a value that a field had.
type Earlier struct {
	// ID is what [Agents.Restore] wants.
	ID         int       `json:"id"`
	AgentID    string    `json:"agent_id"`
	Agent      string    `json:"agent"`
	Field      Field     `json:"field"`
	Value      string    `json:"value"`
	ReplacedAt time.Time `json:"replaced_at"`
}

// ErrNoEntry means that there is no earlier value with this id.
var ErrNoEntry = errors.New("no such earlier value")

// keep writes down the value that a field has before it changes, and returns its
// id, or 0 where it does not change.
func (a *Agents) keep(fsys afero.Fs, before Agent, field Field, value string) (int, error) {
	earlier := before.Value(field)
	if earlier == value {
		return 0, nil
	}
	all, err := readHistory(fsys)
	if err != nil {
		return 0, err
	}
	entry := Earlier{ID: 1, AgentID: before.ID, Agent: before.Name, Field: field, Value: earlier, ReplacedAt: a.now().UTC()}
	if len(all) > 0 {
		entry.ID = all[len(all)-1].ID + 1
	}
	line, err := json.Marshal(entry)
	if err != nil {
		return 0, err
	}
	if err := fsys.MkdirAll(Folder, 0o755); err != nil {
		return 0, err
	}
	file, err := fsys.OpenFile(historyFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return 0, err
	}
	_, err = file.Write(append(line, '\n'))
	return entry.ID, errors.Join(err, file.Close())
}

// forget removes one entry.
func forget(fsys afero.Fs, id int) error {
	all, err := readHistory(fsys)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, entry := range all {
		if entry.ID == id {
			continue
		}
		line, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	return afero.WriteFile(fsys, historyFile, text.Bytes(), 0o644)
}

// readHistory reads the entries, the oldest first.
func readHistory(fsys afero.Fs) (all []Earlier, err error) {
	text, err := afero.ReadFile(fsys, historyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	for decoder.More() {
		var entry Earlier
		if err := decoder.Decode(&entry); err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", historyFile, len(all)+1, err)
		}
		all = append(all, entry)
	}
	return all, nil
}
