package registry

import (
	"encoding/json"
	"strings"
)

// InvalidResult is the standard result of an input with problems: JSON that
// names every wrong field at once, what is allowed (allowed_NAMEs), the nearest
// valid value and a minimal valid call. The same object is in the result's data.
func InvalidResult(call Call, problems []Problem) Result {
	var sentences []string
	for _, problem := range problems {
		sentences = append(sentences, problem.Sentence(call.selector))
	}
	body := orderedObject{}
	body.set("type", "error")
	body.set("error", strings.Join(sentences, "; "))
	if call.selected != "" {
		body.set(call.selector, call.selected)
	}
	for _, problem := range problems {
		if problem.Kind == "required" && !strings.ContainsAny(problem.Path, ".[") {
			body.set("required_param", strings.Join(or1(problem.Allowed, problem.Path), "|"))
			break
		}
	}
	for _, problem := range problems {
		if problem.Nearest != "" {
			body.set("did_you_mean", problem.Nearest)
			break
		}
	}
	if call.selector != "" {
		body.set(allowedName(call.selector), call.actions)
	}
	for _, problem := range problems {
		switch {
		case problem.Kind == "enum" && problem.Path != call.selector:
			body.set(allowedName(problem.Path), problem.Allowed)
		case problem.Kind == "unknown" && !body.has("allowed_parameters"):
			body.set("allowed_parameters", problem.Allowed)
		}
	}
	if call.example != nil {
		body.set("example", call.example)
	}
	return Result{Content: string(body.json()), IsError: true, Data: body.data()}
}

// Example is a minimal valid call of the tool, near to the given one, or nil
// where none could be made. It is there in [Tool.Invalid].
func (c Call) Example() json.RawMessage { return c.example }

// Sentence tells the problem with its field. A value outside an enum that has a
// selector's name reads "Invalid action 'fly'".
func (p Problem) Sentence(selector string) string {
	switch {
	case p.Kind == "enum" && !strings.ContainsAny(p.Path, ".["):
		return "Invalid " + p.Path + " " + quoteSingle(p.Got)
	case p.Path == "":
		return p.Message
	case p.Kind == "required" && len(p.Allowed) > 1:
		return strings.Join(p.Allowed, " or ") + " " + p.Message
	}
	return p.Path + " " + p.Message
}

func quoteSingle(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return "'" + text + "'"
	}
	return string(raw)
}

// allowedName is the plural under which the choices of a field are told.
func allowedName(path string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		path = path[i+1:]
	}
	if i := strings.IndexByte(path, '['); i >= 0 {
		path = path[:i]
	}
	if !strings.HasSuffix(path, "s") {
		path += "s"
	}
	return "allowed_" + path
}

func or1(list []string, one string) []string {
	if len(list) > 0 {
		return list
	}
	return []string{one}
}

// orderedObject is a small JSON object that is written in the order it was made.
type orderedObject struct {
	names  []string
	values map[string]any
}

func (o *orderedObject) has(name string) bool { _, there := o.values[name]; return there }

func (o *orderedObject) set(name string, value any) {
	if o.values == nil {
		o.values = map[string]any{}
	}
	if !o.has(name) {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

func (o *orderedObject) json() []byte {
	dst := []byte{'{'}
	for i, name := range o.names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, name), ':')
		switch value := o.values[name].(type) {
		case string:
			dst = appendString(dst, value)
		case []string:
			dst = appendStrings(dst, append([]string{}, value...))
		case json.RawMessage:
			dst = append(dst, value...)
		}
	}
	return append(dst, '}')
}

// data is the object as an application reads it.
func (o *orderedObject) data() map[string]any {
	data := map[string]any{}
	_ = json.Unmarshal(o.json(), &data) // our own JSON
	return data
}
