package filesystem_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// caller makes calls of the tool as a model would, and prints what it sees.
func caller(files vfs.Files, options registry.Options) func(input string) registry.Result {
	tools := registry.New(registry.Config{})
	if err := tools.Register(filesystem.New(files, filesystem.Options{})); err != nil {
		panic(err)
	}
	return func(input string) registry.Result {
		result := tools.Execute(context.Background(), registry.Request{
			Name: "filesystem", Input: json.RawMessage(input), Enabled: []string{"filesystem"},
			Options: map[string]registry.Options{"filesystem": options},
			Context: registry.CallContext{ProjectID: "project", ChatID: "chat"},
		})
		fmt.Println(result.Content)
		return result
	}
}

func ExampleNew() {
	call := caller(vfs.NewProjects(memory.New(), vfs.Config{}), nil)

	call(`{"action": "write", "path": "/src/greet.py", "content": "def greet():\n    print('hello')\n"}`)
	call(`{"action": "read", "path": "/src/greet.py"}`)
	call(`{"action": "edit", "path": "/src/greet.py", "old_str": "hello", "new_str": "good morning"}`)
	call(`{"action": "grep", "pattern": "good \\w+", "include": "*.py"}`)
	// Output:
	// File created successfully at: /src/greet.py
	// Here's the content of /src/greet.py with line numbers:
	//      1	def greet():
	//      2	    print('hello')
	// [Lines 1-2 of 2, 32B, hash 564933d7]
	// The file /src/greet.py has been edited (1 replacement). Here is the snippet showing the change (with line numbers):
	//      1	def greet():
	//      2	    print('good morning')
	// /src/greet.py:2:    print('good morning')
}

// An old_str that is nearly right is answered with the place that was meant, and
// with what is different there.
func ExampleNew_nearMiss() {
	call := caller(vfs.NewProjects(memory.New(), vfs.Config{}), nil)

	call(`{"action": "write", "path": "/a.go", "content": "func a() {\n\treturn\n}\n"}`)
	call(`{"action": "edit", "path": "/a.go", "old_str": "func a() {\n    return\n}", "new_str": ""}`)
	// Output:
	// File created successfully at: /a.go
	// No replacement was performed, old_str `func a() {
	//     return
	// }` did not appear verbatim in /a.go.
	// Nearest text is at lines 1-3; it differs in indentation (tabs in the file, spaces in old_str).
	//      1	func a() {
	//      2		return
	//      3	}
}

// An approval screen shows what a call would do: the same call as a dry run
// changes nothing and gives the diff, as text and in the data.
func ExampleNew_dryRun() {
	call := caller(vfs.NewProjects(memory.New(), vfs.Config{}), nil)

	call(`{"action": "write", "path": "/list.txt", "content": "eggs\nmilk\n"}`)
	result := call(`{"action": "edit", "path": "/list.txt", "old_str": "milk", "new_str": "oat milk", "dry_run": true}`)
	fmt.Println(strings.Count(result.Data["diff"].(string), "\n"), "lines of diff in the data")
	// Output:
	// File created successfully at: /list.txt
	// Dry run, nothing written. Diff for /list.txt:
	// --- /list.txt
	// +++ /list.txt
	// @@ -1,2 +1,2 @@
	//  eggs
	// -milk
	// +oat milk
	// 6 lines of diff in the data
}

// With readOnly the model is offered five actions, and has no others.
func ExampleNew_readOnly() {
	options := registry.Options{"readOnly": true}
	call := caller(vfs.NewProjects(memory.New(), vfs.Config{}), options)

	result := call(`{"action": "glob", "pattern": "*.md"}`)
	fmt.Println(result.IsError)

	schema, _ := filesystem.New(nil, filesystem.Options{}).InputSchema(context.Background(), options)
	for _, action := range schema.Property("action").Enum {
		fmt.Print(string(action), " ")
	}
	// Output:
	// No matches found for *.md in / (0 files searched).
	// false
	// "list" "read" "glob" "grep" "stat"
}

// What each action does is known by name, for an application that asks its user
// before anything is replaced or removed.
func ExampleActions() {
	for _, action := range filesystem.Actions() {
		if action.Destructive {
			fmt.Print(action.Name, " ")
		}
	}
	// Output: write edit move copy delete
}
