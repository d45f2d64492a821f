// Package tools lists the built-in tools, in the order in which models and
// settings see them. Nothing else is in it.
package tools

import (
	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/agentconfig"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/memory"
	"github.com/clienttools/clienttools/pkg/tools/task"
	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Lent is what the tools work on.
type Lent struct {
	// Files are the projects' files.
	Files vfs.Files
	// Engine runs scripts. nil: javascript answers that there is none.
	Engine javascript.Engine
	// Script limits one javascript call. Zero fields have their defaults.
	Script javascript.Limits
	// MaxFileBytes is the largest file that Files take. 0: the default.
	MaxFileBytes int64
	// Agents are the application's own. nil: the project's files have them.
	Agents agentconfig.Store
	// Fetcher reaches the network. nil: nothing does.
	Fetcher web.Fetcher
	// SearchURL is the base URL of a SearXNG instance. Empty: no web search.
	SearchURL string
}

// BuiltIn makes the built-in tools.
func BuiltIn(lent Lent) []registry.Tool {
	webTool, network := web.NewWithNetwork(lent.Fetcher, lent.Files, web.Options{SearchURL: lent.SearchURL})
	return []registry.Tool{
		memory.New(lent.Files),
		javascript.New(lent.Files, lent.Engine, javascript.Options{Limits: lent.Script, Network: scriptNetwork{network}}),
		filesystem.New(lent.Files, filesystem.Options{MaxFileBytes: lent.MaxFileBytes}),
		webTool,
		agentconfig.New(lent.Files, agentconfig.Options{Store: lent.Agents}),
		agentconfig.NewPromptManager(lent.Files, agentconfig.Options{Store: lent.Agents}),
		task.New(lent.Files, task.Options{}),
	}
}
