package javascript_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// A model's code works on the files of a project; the result is what it reads.
func ExampleNew() {
	files := vfs.NewProjects(memory.New(), vfs.Config{})
	defer files.Close()
	tool := javascript.New(files, gojavm.New(), javascript.Options{})
	result, err := tool.Execute(context.Background(), registry.Call{
		Input:   json.RawMessage(`{"code": "console.log('rows', 3); fs.writeFileSync('/sum.txt', '42'); return { total: 42 }"}`),
		Context: registry.CallContext{ProjectID: "home"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Content)
	// Output:
	// === Console output ===
	// [LOG] rows 3
	// === Result ===
	// { total: 42 }
	// Files written: /sum.txt (2B)
}
