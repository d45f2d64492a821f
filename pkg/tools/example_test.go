package tools_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
	"github.com/clienttools/clienttools/pkg/tools"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// The built-in tools in a Go program: what a model called in one turn in, what
// goes back to it out.
func Example() {
	ctx := context.Background()
	files := vfs.NewProjects(memory.New(), vfs.Config{}) // or a store of directory.Open
	builtIn := tools.BuiltIn(tools.Lent{Files: files, Engine: gojavm.New()})
	reg := registry.New(registry.Config{Formats: wire.Formats()})
	if err := reg.Register(builtIn...); err != nil {
		panic(err)
	}
	results, err := reg.RunTurn(ctx, registry.Anthropic, []json.RawMessage{
		json.RawMessage(`{"type": "tool_use", "id": "1", "name": "javascript", "input": {"code": "fs.writeFileSync('/answer.txt', '42'); return 6 * 7"}}`),
		json.RawMessage(`{"type": "tool_use", "id": "2", "name": "filesystem", "input": {"action": "grep", "pattern": "4."}}`),
	}, registry.Turn{Enabled: []string{"filesystem", "javascript"}, Context: registry.CallContext{ProjectID: "my-project"}})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n%s\n", results[0], results[1])
	// Output:
	// {"type":"tool_result","tool_use_id":"1","content":"42\nFiles written: /answer.txt (2B)"}
	// {"type":"tool_result","tool_use_id":"2","content":"/answer.txt:1:42"}
}
