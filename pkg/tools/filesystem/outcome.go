package filesystem

import (
	"github.com/clienttools/clienttools/pkg/registry"
)

// outcome is what an action gives: text for the model, and facts for the
// program that go into the result's data.
type outcome struct {
	text  string
	parts []registry.Part
	facts facts
}

// facts are the sidecar of a result. Absent values stay out of the data.
type facts struct {
	path      string
	bytes     *int64
	lines     *int
	hash      string
	diff      string
	truncated bool
	// next is the input of the call that goes on where this result was cut.
	next map[string]any
}

// about gives the facts of a content.
func about(path string, c content) facts {
	size, lines := c.size, c.lines
	f := facts{path: path, bytes: &size, hash: short(c.hash)}
	if !c.binary {
		f.lines = &lines
	}
	return f
}

// result makes the registry's result of an action that worked.
func (o outcome) result(action string) registry.Result {
	data := o.facts.data(action)
	data["ok"] = true
	return registry.Result{Content: o.text, Data: data, Parts: o.parts}
}

// result makes the registry's result of an action that did not.
func (f *failure) result(action, path string) registry.Result {
	data := facts{path: path}.data(action)
	data["ok"] = false
	data["type"] = "error"
	data["code"] = string(f.code)
	return registry.Result{Content: f.Error(), IsError: true, Data: data}
}

func (f facts) data(action string) map[string]any {
	// A domain tool's results say what they are: the registry asks for a type.
	data := map[string]any{"type": "filesystem_" + action, "action": action, "path": f.path}
	if f.bytes != nil {
		data["bytes"] = *f.bytes
	}
	if f.lines != nil {
		data["lines"] = *f.lines
	}
	if f.hash != "" {
		data["hash"] = f.hash
	}
	if f.diff != "" {
		data["diff"] = f.diff
	}
	if f.truncated {
		data["truncated"] = true
	}
	if f.next != nil {
		data["next"] = f.next
	}
	return data
}
