package vfs

import (
	"fmt"
)

// Damage says what of a stored project could not be read. It is an error that
// matches [ErrCorrupt]. Until [Volume.Repair] nothing of the project is
// overwritten; [Volume.ExportZip] gives what can be read.
type Damage struct {
	ProjectID string `json:"projectId"`
	// Reason says what was found.
	Reason string `json:"reason"`
	// LostCommits is how many commits could not be read.
	LostCommits int `json:"lostCommits"`
	// Files and Bytes are what could be read.
	Files int64 `json:"files"`
	Bytes int64 `json:"bytes"`
}

// Error implements error.
func (d *Damage) Error() string {
	return fmt.Sprintf("project %q: %v: %s; %d commits lost, %d files can be read", d.ProjectID, ErrCorrupt, d.Reason, d.LostCommits, d.Files)
}

// Unwrap makes errors.Is(err, ErrCorrupt) true.
func (d *Damage) Unwrap() error { return ErrCorrupt }
