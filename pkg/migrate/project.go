package migrate

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Result is what became of a document.
type Result struct {
	// Document is the document as it is now; the same bytes where nothing changed.
	Document json.RawMessage
	Migrated bool
	// Changes are what was changed, one line each.
	Changes []string
	// Problems are parts that could not be migrated and were left as they were.
	Problems []string
}

// projectSteps are all steps of project settings, oldest first.
func projectSteps() []step {
	return []step{{version: 1, apply: enabledTools}}
}

// Project migrates the settings of one project. The document does not change
// when there is an error, or when there is nothing to do.
func Project(document []byte) (Result, error) { return run(document, projectSteps()) }

// Projects migrates a list of project settings. A project that fails is left as
// it was and told in Problems; an error is about the list itself.
func Projects(document []byte) (Result, error) {
	list, err := parseList(document)
	if err != nil {
		return Result{}, err
	}
	result := Result{Document: document}
	for i, one := range list {
		name := fmt.Sprintf("project %d", i+1)
		if o, err := parseObject(one); err == nil && o.text("id") != "" {
			name = "project " + o.text("id")
		}
		migrated, err := Project(one)
		if err != nil {
			result.Problems = append(result.Problems, name+": "+err.Error())
			continue
		}
		list[i] = migrated.Document
		result.Migrated = result.Migrated || migrated.Migrated
		for _, change := range migrated.Changes {
			result.Changes = append(result.Changes, name+": "+change)
		}
	}
	if result.Migrated {
		result.Document = joined(list)
	}
	return result, nil
}

func joined(list []json.RawMessage) json.RawMessage {
	parts := make([][]byte, len(list))
	for i := range list {
		parts[i] = list[i]
	}
	return append(append([]byte{'['}, bytes.Join(parts, []byte(","))...), ']')
}
