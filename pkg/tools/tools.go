// Package tools lists the built-in tools, in the order in which models and
// settings see them. Nothing else is in it.
package tools

import (
	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/memory"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Lent is what the tools work on.
type Lent struct {
	// Files are the projects' files.
	Files vfs.Files
	// Engine runs scripts. nil: there is no javascript tool.
	Engine javascript.Engine
	// Script limits one javascript call. Zero fields have their defaults.
	Script javascript.Limits
}

// BuiltIn makes the built-in tools.
func BuiltIn(lent Lent) []registry.Tool {
	tools := []registry.Tool{memory.New(lent.Files)}
	return tools
}
