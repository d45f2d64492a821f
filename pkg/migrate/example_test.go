package migrate_test

import (
	"fmt"

	"github.com/clienttools/clienttools/pkg/migrate"
)

func Example() {
	result, err := migrate.Project([]byte(`{"name":"P","memoryEnabled":true,"memoryUseSystemPrompt":true,"colour":"red"}`))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", result.Document)
	for _, change := range result.Changes {
		fmt.Println(change)
	}
	// Output:
	// {"name":"P","enabledTools":["memory"],"toolOptions":{"memory":{"useSystemPrompt":true}},"colour":"red"}
	// memoryEnabled: true → enabledTools: memory
	// memoryUseSystemPrompt: true → toolOptions.memory.useSystemPrompt: true
}
