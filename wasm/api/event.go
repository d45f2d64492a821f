package api

import (
	"context"

	"github.com/clienttools/clienttools/pkg/registry"
)

// The events, by the names they are emitted under.
const (
	eventActivity = "activity"
	eventTools    = "tools"
	eventFiles    = "files"
	eventFailure  = "failure"
)

// FilesChanged is the event files: paths of a project have changed, here or in
// another tab.
type FilesChanged struct {
	ProjectID string   `json:"projectId"`
	Paths     []string `json:"paths"`
}

// ToolFailure is the event failure: a part of a tool could not be had, so that the
// tool was left out of an answer. It is for the developer of the tool.
type ToolFailure struct {
	Tool    string `json:"tool"`
	Part    string `json:"part"`
	Message string `json:"message"`
}

// Events are the payloads of the events, for the generator of the TypeScript types.
type Events struct {
	Activity registry.Activity `json:"activity"`
	Tools    []registry.Info   `json:"tools"`
	Files    FilesChanged      `json:"files"`
	Failure  ToolFailure       `json:"failure"`
}

// StoreChangedArgs are the arguments of store.changed.
type StoreChangedArgs struct {
	ProjectArgs
	// Seq is the last record that somebody else added.
	Seq uint64 `json:"seq"`
}

func (c *core) storeChanged(ctx context.Context, args StoreChangedArgs) (Nothing, error) {
	return nothing, c.files.StoreChanged(ctx, args.ProjectID, args.Seq)
}
