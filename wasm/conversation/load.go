package conversation

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed testdata
var archives embed.FS

// All returns every script, in order of name. The name of a script is its path
// below testdata without the ending, such as memory/view_empty.
func All() ([]Script, error) {
	var scripts []Script
	err := fs.WalkDir(archives, "testdata", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".txtar") {
			return err
		}
		archive, err := archives.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "testdata/"), ".txtar")
		script, err := Parse(name, archive)
		if err != nil {
			return err
		}
		scripts = append(scripts, script)
		return nil
	})
	return scripts, err
}
