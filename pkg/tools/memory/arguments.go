package memory

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// wanted says of each parameter what is allowed, for the sentence about a wrong one.
var wanted = map[string]string{
	"path":        "a path that is /memories or below it",
	"view_range":  "two integers [first, last], where last -1 means the end of the file",
	"file_text":   "a string, the content of the file",
	"old_str":     "a string, the text to replace exactly as it is in the file",
	"new_str":     "a string, or left out to delete old_str",
	"insert_line": "an integer from 0 (the beginning) to the number of lines (the end)",
	"insert_text": "a string, the text to add",
	"old_path":    "a path below /memories, what to rename",
	"new_path":    "a path below /memories that does not exist yet",
}

// refusedValue is the parameter under which [normalize] passes on what the
// schema would refuse, as the model wrote it. No command that needs it takes
// the parameter itself.
const refusedValue = "old_str"

// normalize drops what a model fills in though the command does not take it, and
// null for what may be left out. A view_range or insert_line that the schema
// refuses has an exact text in the contract which names the lines of the file;
// so it goes on to the command, which knows them.
func normalize(in map[string]any, _ options) []registry.Problem {
	name, _ := in["command"].(string)
	c, known := findCommand(name)
	if !known {
		return nil
	}
	for parameter, value := range in {
		if _, exists := wanted[parameter]; exists && (value == nil || !c.takes(parameter)) {
			delete(in, parameter)
		}
	}
	switch name {
	case "view":
		if numbers, ok := asNumbers(in["view_range"]); ok {
			if fits(numbers) {
				in["view_range"] = []any{clamp(numbers[0]), clamp(numbers[1])}
			} else {
				in[refusedValue] = textview.ViewRange(numbers).String()
				delete(in, "view_range")
			}
		}
	case "insert":
		if n, ok := asNumber(in["insert_line"]); ok {
			if n < 0 || n != math.Trunc(n) || n > most {
				in[refusedValue] = textview.Number(n)
				n = 0
			}
			in["insert_line"] = clamp(n)
		}
	}
	return nil
}

func asNumber(value any) (float64, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	n, err := number.Float64()
	return n, err == nil
}

func asNumbers(value any) ([]float64, bool) {
	values, ok := value.([]any)
	if !ok {
		return nil, false
	}
	numbers := make([]float64, 0, len(values))
	for _, value := range values {
		n, ok := asNumber(value)
		if !ok {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

func fits(numbers []float64) bool {
	return len(numbers) == 2 && numbers[0] == math.Trunc(numbers[0]) && numbers[1] == math.Trunc(numbers[1])
}

// most is beyond the lines of any file, and a number that stays exact.
const most = 1 << 53

// clamp keeps a whole number where an int64 holds it.
func clamp(n float64) json.Number {
	return json.Number(textview.Number(max(-most, min(n, most))))
}

// check finds parameters that the command needs and that are not there.
func check(in map[string]any, _ options) (problems []registry.Problem) {
	name, _ := in["command"].(string)
	c, _ := findCommand(name)
	for _, parameter := range c.required {
		if _, given := in[parameter]; !given {
			problems = append(problems, registry.Problem{Path: parameter, Kind: "required", Message: "is required"})
		}
	}
	return problems
}

// invalid makes one sentence of everything that is wrong with an input.
func invalid(call registry.TypedCall[options], problems []registry.Problem) registry.Result {
	var given struct {
		Command json.RawMessage `json:"command"`
	}
	_ = json.Unmarshal(call.Input, &given) // broken JSON is one of the problems
	var name string
	isText := json.Unmarshal(given.Command, &name) == nil
	c, known := findCommand(name)
	if !known && slices.ContainsFunc(problems, func(p registry.Problem) bool { return p.Path == "command" }) {
		switch {
		case len(given.Command) == 0 || string(given.Command) == "null":
			return failed(fail(codeArgument, "Error: command is missing. Allowed commands: %s.", commandNames()))
		case isText:
			return failed(noSuchCommand(name))
		default:
			return failed(noSuchCommand(string(given.Command)))
		}
	}
	var parts []string
	for _, p := range problems {
		parameter, _, _ := strings.Cut(p.Path, "[")
		rule, exists := wanted[parameter]
		switch {
		case exists && p.Kind == "required":
			parts = append(parts, parameter+" is missing: it must be "+rule)
		case exists:
			parts = append(parts, parameter+" must be "+rule)
		case p.Kind == "unknown" && known:
			parts = append(parts, textview.Visible(parameter)+" is not a parameter of "+name+", which takes "+
				strings.Join(append(slices.Clone(c.required), c.optional...), ", "))
		case p.Kind == "json":
			parts = append(parts, p.Message)
		case p.Path == "":
			parts = append(parts, p.Sentence(""))
		default:
			parts = append(parts, textview.Visible(p.Path)+" "+p.Message)
		}
	}
	slices.Sort(parts)
	sentence := strings.Join(slices.Compact(parts), "; ") + "."
	if known {
		sentence = name + ": " + sentence
	}
	return failed(fail(codeArgument, "Error: %s", sentence))
}

func noSuchCommand(name string) error {
	return fail(codeArgument, "Error: unknown command %s. Allowed commands: %s.", textview.Visible(name), commandNames())
}

func commandNames() string {
	names := make([]string, 0, len(commands))
	for _, c := range commands {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}
