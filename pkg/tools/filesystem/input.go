package filesystem

import "github.com/clienttools/clienttools/pkg/tools/textview"

// input is one call as the model writes it, without the action. A pointer tells
// an empty value from an absent one.
type input struct {
	Path       string   `json:"path,omitempty" description:"File or directory. Needed by every action except list, glob and grep (default /) and read with paths."`
	Paths      []string `json:"paths,omitempty" minItems:"1" maxItems:"20" description:"read: several files in one call; a file that fails does not stop the others."`
	ViewRange  []int    `json:"view_range,omitempty" minItems:"2" maxItems:"2" description:"read: [first, last] line, from 1; last -1 means end of file; a negative first counts from the end, so [-20, -1] is the last 20 lines."`
	Content    *string  `json:"content,omitempty" description:"write, append: the text, complete, without placeholders such as \"rest unchanged\"."`
	IfExists   string   `json:"if_exists,omitempty" enum:"overwrite,error" description:"write, move, copy: what to do when the target exists. Default overwrite for write, error for move and copy."`
	OldStr     *string  `json:"old_str,omitempty" description:"edit: text to find, exactly as in the file, without line numbers. Must occur once unless replace_all or at_line is given."`
	NewStr     string   `json:"new_str,omitempty" description:"edit: replacement; leave out to delete old_str."`
	ReplaceAll bool     `json:"replace_all,omitempty" description:"edit: replace every occurrence."`
	AtLine     int      `json:"at_line,omitempty" minimum:"1" description:"edit: when old_str occurs several times, take the one starting at this line."`
	Edits      []edit   `json:"edits,omitempty" minItems:"1" maxItems:"50" description:"edit: several replacements in one file, applied in order; if one fails nothing is written."`
	InsertLine *int     `json:"insert_line,omitempty" minimum:"0" description:"insert: add after this line; 0 is the beginning, the line count is the end."`
	InsertText *string  `json:"insert_text,omitempty" description:"insert: text to add."`
	Pattern    string   `json:"pattern,omitempty" description:"glob: name pattern with * ? ** {a,b} [a-z]; without a slash it matches at any depth. grep: RE2 regular expression."`
	Include    string   `json:"include,omitempty" description:"grep: only files matching this glob."`
	Exclude    []string `json:"exclude,omitempty" description:"list, glob, grep: globs to leave out."`
	Output     string   `json:"output,omitempty" enum:"lines,files,count" description:"grep: matching lines (default), file names, or counts per file."`
	Context    int      `json:"context,omitempty" minimum:"0" maximum:"20" description:"grep: lines shown before and after each match."`
	Literal    bool     `json:"literal,omitempty" description:"grep: pattern is plain text."`
	IgnoreCase bool     `json:"ignore_case,omitempty" description:"glob, grep: ignore case."`
	Limit      int      `json:"limit,omitempty" minimum:"1" description:"list, glob, grep: most entries returned."`
	Offset     int      `json:"offset,omitempty" minimum:"0" description:"list, glob, grep: entries to skip, to continue a cut result."`
	Depth      int      `json:"depth,omitempty" minimum:"1" maximum:"10" description:"list: levels shown, default 2."`
	Hidden     bool     `json:"hidden,omitempty" description:"list, glob, grep: also names starting with a dot, and node_modules."`
	Sort       string   `json:"sort,omitempty" enum:"name,size,modified" description:"list, glob: order; default name. size and modified put the largest and newest first."`
	NewPath    string   `json:"new_path,omitempty" description:"move, copy: destination path, including the final name."`
	Recursive  bool     `json:"recursive,omitempty" description:"delete: also a directory that is not empty."`
	DryRun     bool     `json:"dry_run,omitempty" description:"write, append, edit, insert, move, copy, delete: show the result or diff, change nothing."`
	IfHash     string   `json:"if_hash,omitempty" description:"write, append, edit, insert, move, delete: only when the file still has this hash (or its first 8 characters or more), as given by read or stat."`
}

// edit is one replacement.
type edit struct {
	OldStr     string `json:"old_str"`
	NewStr     string `json:"new_str,omitempty"`
	ReplaceAll bool   `json:"replace_all,omitempty"`
	AtLine     int    `json:"at_line,omitempty" minimum:"1"`
}

// settings are the options of the tool.
type settings struct {
	ReadOnly bool `json:"readOnly"`
}

// viewRange is the range in the form that is checked.
func (in input) viewRange() textview.ViewRange {
	var v textview.ViewRange
	for _, n := range in.ViewRange {
		v = append(v, float64(n))
	}
	return v
}

func (in input) order() textview.Order {
	if in.Sort == "name" {
		return textview.ByName
	}
	return textview.Order(in.Sort)
}
