package memory_test

import (
	"context"
	"fmt"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/memory"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// A model writes a note, changes it and reads it in a later conversation.
func Example() {
	projects := vfs.NewProjects(memstore.New(), vfs.Config{})
	defer projects.Close()
	tools := registry.New(registry.Config{})
	if err := tools.Register(memory.New(projects)); err != nil {
		panic(err)
	}
	call := func(input string) {
		result := tools.Execute(context.Background(), registry.Request{
			Name:    "memory",
			Input:   []byte(input),
			Enabled: []string{"memory"},
			Context: registry.CallContext{ProjectID: "my-project"},
		})
		fmt.Printf("%s\n\n", result.Content)
	}
	call(`{"command": "create", "path": "/memories/user.md", "file_text": "Likes short answers.\nWorks in UTC+1.\n"}`)
	call(`{"command": "str_replace", "path": "/memories/user.md", "old_str": "UTC+1", "new_str": "UTC+2"}`)
	call(`{"command": "view", "path": "/memories"}`)
	call(`{"command": "view", "path": "/memories/user.md"}`)
	call(`{"command": "delete", "path": "/memories/"}`)
	// Output:
	// File created successfully at: /memories/user.md
	//
	// The memory file has been edited. Here is the snippet showing the change (with line numbers):
	//      1	Likes short answers.
	//      2	Works in UTC+2.
	//
	// Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:
	// 37B	/memories
	// 37B	/memories/user.md
	//
	// Here's the content of /memories/user.md with line numbers:
	//      1	Likes short answers.
	//      2	Works in UTC+2.
	//
	// Cannot delete the /memories directory itself
}

// The provider that has the tool gets its own type; everybody else a schema,
// and a system prompt.
func Example_definitions() {
	projects := vfs.NewProjects(memstore.New(), vfs.Config{})
	defer projects.Close()
	tool := memory.New(projects)
	for _, api := range []registry.API{registry.Anthropic, registry.OpenAIChat} {
		native, err := tool.Override(context.Background(), api, nil)
		if err != nil {
			panic(err)
		}
		prompt, err := tool.SystemPrompt(context.Background(), registry.PromptContext{
			CallContext: registry.CallContext{ProjectID: "my-project"}, APIType: api,
		}, nil)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: native %q, a prompt: %v\n", api, native, prompt != "")
	}
	// Output:
	// anthropic: native "{\"type\":\"memory_20250818\",\"name\":\"memory\"}", a prompt: false
	// openai_chat: native "", a prompt: true
}
