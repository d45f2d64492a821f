package memory

import (
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// NewAt is New with a clock.
func NewAt(files vfs.Files, now func() time.Time) registry.Tool {
	return define(memory{files: files, now: now})
}
