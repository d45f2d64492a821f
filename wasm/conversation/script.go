// Package conversation plays scripted conversations against the tools: files
// before, calls, what the model saw, files after. A script is a txtar archive
// and runs unchanged on every host that answers the boundary's methods: native
// Go, the module under wazero, and (exported as JSON) the page in a browser.
package conversation

import (
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/tools/txtar"
)

// Script is one conversation. Its archive has these sections, in any order but
// for the calls:
//
//	-- options --              tool options by tool, as JSON (optional)
//	-- enabled --              tool names, one a line (optional; default: every tool)
//	-- before PATH --          a file that is there at the start
//	-- before PATH json --     the same as a JSON string, for contents that do not end in a newline
//	-- call TOOL --            the input the model wrote: JSON, or not
//	-- saw --                  what the model read, without its final newline
//	-- saw error --            the same for a failed call
//	-- after PATH --           a file that is there at the end ("json" as above)
//	-- paths --                every path at the end, one a line, directories ending in / (optional)
//
// The prose above the sections says what the script shows.
type Script struct {
	Name, Doc string
	Options   map[string]map[string]any
	Enabled   []string // nil: every tool
	Before    []File
	Calls     []Call
	After     []File
	Paths     []string // nil: the script does not say
}

// File is a path with its text.
type File struct {
	Path, Text string
}

// Call is one call and what the model saw of it.
type Call struct {
	Tool string `json:"tool"`
	// Input is a JSON value, or a JSON string holding the text of broken JSON.
	Input json.RawMessage `json:"input"`
	Saw   string          `json:"saw"`
	Error bool            `json:"error"`
}

// Parse reads the archive of the script with this name.
func Parse(name string, archive []byte) (Script, error) {
	parsed := txtar.Parse(archive)
	script := Script{Name: name, Doc: strings.TrimSpace(string(parsed.Comment))}
	awaiting := false // a call waits for what the model saw
	for _, section := range parsed.Files {
		words := strings.Fields(section.Name)
		if err := script.add(words, string(section.Data), &awaiting); err != nil {
			return Script{}, fmt.Errorf("%s: section %q: %w", name, section.Name, err)
		}
	}
	if awaiting {
		return Script{}, fmt.Errorf("%s: the last call has no saw section", name)
	}
	if len(script.Calls) == 0 {
		return Script{}, fmt.Errorf("%s: no call", name)
	}
	return script, nil
}

func (s *Script) add(words []string, data string, awaiting *bool) error {
	kind := ""
	if len(words) > 0 {
		kind = words[0]
	}
	switch {
	case kind == "options" && len(words) == 1:
		return json.Unmarshal([]byte(data), &s.Options)
	case kind == "enabled" && len(words) == 1:
		s.Enabled = strings.Fields(data)
		return nil
	case kind == "paths" && len(words) == 1:
		s.Paths = strings.Split(strings.TrimSuffix(data, "\n"), "\n")
		return nil
	case (kind == "before" || kind == "after") && len(words) >= 2:
		file, err := parseFile(words[1:], data)
		if err != nil {
			return err
		}
		if kind == "before" {
			s.Before = append(s.Before, file)
		} else {
			s.After = append(s.After, file)
		}
		return nil
	case kind == "call" && len(words) == 2:
		if *awaiting {
			return fmt.Errorf("the call before it has no saw section")
		}
		*awaiting = true
		s.Calls = append(s.Calls, Call{Tool: words[1], Input: inputOf(data)})
		return nil
	case kind == "saw" && (len(words) == 1 || len(words) == 2 && words[1] == "error"):
		if !*awaiting {
			return fmt.Errorf("no call before it")
		}
		*awaiting = false
		call := &s.Calls[len(s.Calls)-1]
		call.Saw, call.Error = strings.TrimSuffix(data, "\n"), len(words) == 2
		return nil
	}
	return fmt.Errorf("want options, enabled, before PATH, call TOOL, saw, saw error, after PATH or paths")
}

func parseFile(words []string, data string) (File, error) {
	if words[len(words)-1] != "json" {
		return File{Path: strings.Join(words, " "), Text: data}, nil
	}
	file := File{Path: strings.Join(words[:len(words)-1], " ")}
	return file, json.Unmarshal([]byte(data), &file.Text)
}

// inputOf is the call's input as JSON. Text that is not JSON stays text, as a
// provider hands on what a model wrote.
func inputOf(data string) json.RawMessage {
	text := strings.TrimSuffix(data, "\n")
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, err := json.Marshal(text)
	if err != nil { // unreachable: a string always has JSON
		panic(err)
	}
	return quoted
}
