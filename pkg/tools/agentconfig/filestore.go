package agentconfig

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// Where the project's files have the agents and their earlier values.
const (
	Folder      = "/.agents"
	agentsFile  = Folder + "/agents.json"
	historyFile = Folder + "/history.jsonl"
)

// Longest values, in characters.
const (
	maxName         = 100
	maxSystemPrompt = 50_000
	maxPrompt       = 10_000
)

var errNewer = errors.New(agentsFile + " was written by a newer release and is left alone")

// FileStore keeps the agents of a project in its files, in /.agents/agents.json:
// a version and a list of objects, whose members other than those of [Agent] stay
// as they are.
type FileStore struct{ files vfs.Files }

// NewFileStore returns the store over the projects' files.
func NewFileStore(files vfs.Files) *FileStore { return &FileStore{files} }

var _ Store = (*FileStore)(nil)

// record is an agent as it is in the file.
type record map[string]json.RawMessage

// Get implements [Store].
func (s *FileStore) Get(ctx context.Context, projectID, id string) (agent Agent, err error) {
	err = s.files.View(ctx, projectID, func(fsys afero.Fs) error {
		records, err := readAgents(fsys)
		if err != nil {
			return err
		}
		_, agent, err = find(records, id)
		return err
	})
	return agent, err
}

// List implements [Store].
func (s *FileStore) List(ctx context.Context, projectID string) (agents []Agent, err error) {
	err = s.files.View(ctx, projectID, func(fsys afero.Fs) error {
		records, err := readAgents(fsys)
		if err != nil {
			return err
		}
		agents = nil
		for _, record := range records {
			agents = append(agents, record.agent())
		}
		return nil
	})
	return agents, err
}

// Update implements [Store].
func (s *FileStore) Update(ctx context.Context, projectID, id string, change Change) (after Agent, err error) {
	err = s.files.Update(ctx, projectID, func(fsys afero.Fs) error {
		_, after, err = updateAgent(fsys, id, change)
		return err
	})
	return after, err
}

// Save adds an agent, or replaces the fields of the one with its id.
func (s *FileStore) Save(ctx context.Context, projectID string, agent Agent) error {
	if agent.ID == "" {
		return &Refusal{[]string{"Id can't be blank"}}
	}
	change := Change{}
	for _, field := range Fields() {
		change[field] = agent.Value(field)
	}
	return s.files.Update(ctx, projectID, func(fsys afero.Fs) error {
		_, _, err := updateAgent(fsys, agent.ID, change)
		if !errors.Is(err, ErrNoAgent) {
			return err
		}
		records, err := readAgents(fsys)
		if err != nil {
			return err
		}
		if refused := check(records, agent.ID, change); refused != nil {
			return refused
		}
		made := record{}
		made.set("id", agent.ID)
		for _, field := range Fields() {
			if value := change[field]; value != "" {
				made.set(string(field), value)
			}
		}
		return writeAgents(fsys, append(records, made))
	})
}

// updateAgent changes one agent in the file.
func updateAgent(fsys afero.Fs, id string, change Change) (before, after Agent, err error) {
	records, err := readAgents(fsys)
	if err != nil {
		return before, after, err
	}
	at, before, err := find(records, id)
	if err != nil {
		return before, after, err
	}
	if refused := check(records, id, change); refused != nil {
		return before, after, refused
	}
	for _, field := range Fields() {
		if value, given := change[field]; given {
			records[at].set(string(field), value)
		}
	}
	return before, records[at].agent(), writeAgents(fsys, records)
}

// check says everything that is wrong with a change. A nil error is a nil error.
func check(records []record, id string, change Change) error {
	var messages []string
	for _, limit := range []struct {
		field Field
		label string
		most  int
	}{
		{Name, "Name", maxName},
		{SystemPrompt, "System prompt", maxSystemPrompt},
		{ReflectionPrompt, "Reflection prompt", maxPrompt},
		{MemoryReflectionPrompt, "Memory reflection prompt", maxPrompt},
	} {
		value, given := change[limit.field]
		if !given {
			continue
		}
		if limit.field == Name {
			if blank(value) {
				messages = append(messages, "Name can't be blank")
			}
			for _, record := range records {
				if other := record.agent(); other.ID != id && other.Name == value {
					messages = append(messages, "Name has already been taken")
					break
				}
			}
		}
		if utf8.RuneCountInString(value) > limit.most {
			messages = append(messages, fmt.Sprintf("%s is too long (maximum is %d characters)", limit.label, limit.most))
		}
	}
	if messages == nil {
		return nil
	}
	return &Refusal{messages}
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

func find(records []record, id string) (int, Agent, error) {
	for i, record := range records {
		if agent := record.agent(); agent.ID == id {
			return i, agent, nil
		}
	}
	return 0, Agent{}, ErrNoAgent
}

// agent reads what is known of a record. A member of another type counts as unset.
func (r record) agent() Agent {
	text := func(name Field) (value string) {
		_ = json.Unmarshal(r[string(name)], &value)
		return value
	}
	return Agent{ID: text("id"), Name: text(Name), SystemPrompt: text(SystemPrompt),
		ReflectionPrompt: text(ReflectionPrompt), MemoryReflectionPrompt: text(MemoryReflectionPrompt)}
}

func (r record) set(name, value string) {
	text, _ := json.Marshal(value) // a string always has JSON
	r[name] = text
}

func readAgents(fsys afero.Fs) (records []record, err error) {
	text, err := afero.ReadFile(fsys, agentsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	// A bare list has no version: applications write it, and it is read as it is.
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '[' {
		if err := json.Unmarshal(text, &records); err != nil {
			return nil, fmt.Errorf("%s is not a list of agents: %w", agentsFile, err)
		}
		return records, nil
	}
	var document agentsDocument
	err = json.Unmarshal(text, &document)
	if document.SchemaVersion > agentsVersion {
		return nil, errNewer
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a list of agents: %w", agentsFile, err)
	}
	return document.Agents, nil
}

// agentsDocument is the file of the agents.
type agentsDocument struct {
	SchemaVersion int      `json:"schemaVersion"`
	Agents        []record `json:"agents"`
}

// agentsVersion is the form of the file that is written today.
const agentsVersion = 1

func writeAgents(fsys afero.Fs, records []record) error {
	text, err := json.MarshalIndent(agentsDocument{agentsVersion, records}, "", "  ")
	if err != nil {
		return err
	}
	if err := fsys.MkdirAll(Folder, 0o755); err != nil {
		return err
	}
	return afero.WriteFile(fsys, agentsFile, append(text, '\n'), 0o644)
}
