package memory

import (
	"encoding/json"
	"fmt"
	"strings"
)

// renderInput shows a call in the chat: the command and its paths in one line,
// the texts below it.
func renderInput(raw json.RawMessage) string {
	var in input
	if json.Unmarshal(raw, &in) != nil {
		return string(raw)
	}
	var b strings.Builder
	switch in.Command {
	case "rename":
		fmt.Fprintf(&b, "rename %s → %s", in.OldPath, in.NewPath)
	case "create":
		fmt.Fprintf(&b, "create %s\n\n%s", in.Path, in.FileText)
	case "str_replace":
		fmt.Fprintf(&b, "str_replace %s\n\n- %s\n+ %s", in.Path,
			strings.ReplaceAll(in.OldStr, "\n", "\n- "), strings.ReplaceAll(in.NewStr, "\n", "\n+ "))
	case "insert":
		fmt.Fprintf(&b, "insert %s, after line %d\n\n%s", in.Path, in.InsertLine, in.InsertText)
	default:
		fmt.Fprintf(&b, "%s %s", in.Command, in.Path)
		if len(in.ViewRange) == 2 {
			fmt.Fprintf(&b, ", lines %d to %d", in.ViewRange[0], in.ViewRange[1])
		}
	}
	return b.String()
}
