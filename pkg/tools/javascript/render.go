package javascript

import (
	"fmt"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Change is one path that a script wrote or removed.
type Change struct {
	Path    string `json:"path"`
	Size    int64  `json:"size"`
	Removed bool   `json:"removed,omitempty"`
	// Directory is set for a directory that the script made.
	Directory bool `json:"directory,omitempty"`
}

// changes lists what a transaction changed. It has to be asked before the commit.
func changes(transaction vfs.Transaction) []Change {
	var list []Change
	fs := transaction.FS()
	for _, c := range transaction.Changed() {
		change := Change{Path: c.Path, Size: c.Size, Removed: c.Removed}
		if !c.Removed {
			info, err := fs.Stat(c.Path)
			change.Directory = err == nil && info.IsDir()
		}
		list = append(list, change)
	}
	return list
}

// listedFiles is how many changed paths a result names.
const listedFiles = 50

// Render writes what the model reads about a run.
func Render(outcome Outcome, changed []Change) string {
	var b strings.Builder
	section := func(title, body string) {
		if body == "" {
			return
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if title != "" {
			b.WriteString("=== " + title + " ===\n")
		}
		b.WriteString(body)
	}
	for _, lib := range outcome.Library {
		body := lines(lib.Console)
		if lib.Error != "" {
			if body != "" {
				body += "\n"
			}
			body += lib.Error
		}
		section("Output of library "+lib.Name, body)
	}
	section("Console output", lines(outcome.Console))
	headed := func(title string) string {
		if b.Len() == 0 {
			return "" // what stands alone needs no title
		}
		return title
	}
	switch {
	case outcome.Halted:
		section(headed("Error"), "Halted: "+outcome.Error)
	case outcome.Error != "":
		section(headed("Error"), outcome.Error)
	case outcome.HasValue && outcome.Value == "":
		section(headed("Result"), "(empty string)")
	case outcome.HasValue:
		section(headed("Result"), outcome.Value)
	}
	section("", written(changed))
	if b.Len() == 0 {
		return "(no output)"
	}
	return b.String()
}

// lines writes console lines, each with its level.
func lines(list []Line) string {
	var b strings.Builder
	for i, line := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("[" + strings.ToUpper(line.Level) + "] " + line.Text)
	}
	return b.String()
}

// written lists the changed paths in one line.
func written(changed []Change) string {
	if len(changed) == 0 {
		return ""
	}
	var items []string
	for i, c := range changed {
		if i == listedFiles {
			items = append(items, fmt.Sprintf("and %d more", len(changed)-i))
			break
		}
		switch {
		case c.Removed:
			items = append(items, c.Path+" (deleted)")
		case c.Directory:
			items = append(items, c.Path+"/")
		default:
			items = append(items, c.Path+" ("+textview.Size(c.Size)+")")
		}
	}
	return "Files written: " + strings.Join(items, ", ")
}
