package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parseInput reads what a model sent as input. Nothing, "" and null are {}: a
// call without arguments. Some models send the object as text once more; that
// is read too. Numbers are json.Number. What is no object is given with a problem.
func parseInput(raw []byte) (map[string]any, *Problem) {
	value, problem := parseValue(raw)
	if problem != nil {
		return nil, problem
	}
	if text, ok := value.(string); ok {
		trimmed := strings.TrimSpace(text)
		if trimmed == "" {
			value = nil
		} else if trimmed[0] == '{' {
			if value, problem = parseValue([]byte(trimmed)); problem != nil {
				return nil, problem
			}
		}
	}
	switch value := value.(type) {
	case nil:
		return map[string]any{}, nil
	case map[string]any:
		return value, nil
	default:
		return nil, &Problem{Kind: "type", Got: shortJSON(value),
			Message: "the input must be an object, got " + kindOf(value)}
	}
}

func parseValue(raw []byte) (any, *Problem) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	var check json.RawMessage
	if err := json.Unmarshal(raw, &check); err != nil {
		return nil, &Problem{Kind: "json", Message: "the input is not valid JSON: " + whereBroken(raw, err)}
	}
	if Nesting(raw) > MaxNesting {
		return nil, &Problem{Kind: "json", Message: fmt.Sprintf("the input is nested deeper than %d levels", MaxNesting)}
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, &Problem{Kind: "json", Message: "the input is not valid JSON: " + whereBroken(raw, err)}
	}
	return value, nil
}

// whereBroken says where and what, counted in characters from 1.
func whereBroken(raw []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return "it cannot be read"
	}
	if strings.Contains(syntax.Error(), "unexpected end") {
		return fmt.Sprintf("it ends too early, after character %d%s", utf8.RuneCount(raw), near(raw, len(raw)))
	}
	at := max(0, min(int(syntax.Offset)-1, len(raw)))
	line := 1 + bytes.Count(raw[:at], []byte("\n"))
	column := 1 + utf8.RuneCount(raw[bytes.LastIndexByte(raw[:at], '\n')+1:at])
	place := fmt.Sprintf("character %d", 1+utf8.RuneCount(raw[:at]))
	if line > 1 {
		place = fmt.Sprintf("line %d, column %d", line, column)
	}
	return syntax.Error() + " at " + place + near(raw, at)
}

// near quotes what stands before the place.
func near(raw []byte, at int) string {
	start := max(0, at-20)
	for start < at && !utf8.RuneStart(raw[start]) {
		start++
	}
	if start == at {
		return ""
	}
	return ", after " + strconv.Quote(strings.ToValidUTF8(string(raw[start:at]), "�"))
}

// dropNulls removes nulls that stand for "not given": strict mode sends null for
// each optional property. A null that the schema allows stays.
func dropNulls(root, s *Schema, value any, depth int) {
	if s == nil || depth > maxDepth {
		return
	}
	if s.Ref != "" {
		dropNulls(root, root.resolve(s.Ref), value, depth+1)
	}
	switch value := value.(type) {
	case map[string]any:
		for _, property := range s.Properties {
			member, given := value[property.Name]
			if !given {
				continue
			}
			if member != nil {
				dropNulls(root, property.Schema, member, depth+1)
			} else if !contains(s.Required, property.Name) && len(check(root, property.Schema, nil)) > 0 {
				delete(value, property.Name)
			}
		}
	case []any:
		for _, item := range value {
			dropNulls(root, s.Items, item, depth+1)
		}
	}
}
