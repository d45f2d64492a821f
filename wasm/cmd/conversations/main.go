// Command conversations writes the scripted conversations as JSON, for the
// runner that plays them in a page: go run ./wasm/cmd/conversations FILE.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/clienttools/clienttools/wasm/conversation"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: conversations FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "conversations:", err)
		os.Exit(1)
	}
}

func write(path string) error {
	scripts, err := conversation.All()
	if err != nil {
		return err
	}
	exported := make([]export, len(scripts))
	for i, script := range scripts {
		exported[i] = exportOf(script)
	}
	encoded, err := json.MarshalIndent(exported, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o644)
}

// export is a script as the page's runner reads it (web/test/conversations.ts).
type export struct {
	Name    string              `json:"name"`
	Doc     string              `json:"doc"`
	Options options             `json:"options"`
	Before  map[string]string   `json:"before"`
	Calls   []conversation.Call `json:"calls"`
	After   map[string]string   `json:"after"`
	Paths   []string            `json:"paths,omitempty"`
}

type options struct {
	ToolOptions map[string]map[string]any `json:"toolOptions"`
	Enabled     []string                  `json:"enabled,omitempty"` // absent: every tool
}

func exportOf(s conversation.Script) export {
	e := export{
		Name: s.Name, Doc: s.Doc, Calls: s.Calls, Paths: s.Paths,
		Options: options{ToolOptions: s.Options, Enabled: s.Enabled},
		Before:  map[string]string{}, After: map[string]string{},
	}
	if e.Options.ToolOptions == nil {
		e.Options.ToolOptions = map[string]map[string]any{}
	}
	for _, file := range s.Before {
		e.Before[file.Path] = file.Text
	}
	for _, file := range s.After {
		e.After[file.Path] = file.Text
	}
	return e
}
