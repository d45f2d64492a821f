package filesystem

import (
	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// NewWithWork is New with another bound on the work of a search.
func NewWithWork(files vfs.Files, work int64) registry.Tool {
	t := newTool(files, Options{})
	t.maxWork = work
	return t.define()
}
