package vfs

import "time"

// The kinds of [FileInfo].
const (
	KindFile      = "file"
	KindDirectory = "directory"
)

// FileInfo describes a file to a host. Its JSON is the FileInfo of the
// TypeScript surface.
type FileInfo struct {
	Path string `json:"path"`
	Kind string `json:"kind"`
	Size int64  `json:"size"`
	// MimeType is empty for directories.
	MimeType string `json:"mimeType,omitempty"`
	// Binary: a NUL or no valid UTF-8 in the first 8 KiB.
	Binary     bool      `json:"binary"`
	ModifiedAt time.Time `json:"modifiedAt"`
	CreatedAt  time.Time `json:"createdAt"`
	// Version counts the contents that the file has had.
	Version  uint64 `json:"version"`
	Readonly bool   `json:"readonly"`
}

// TrashItem is one removed file or directory that can be had back.
type TrashItem struct {
	ID        string    `json:"id"`
	Path      string    `json:"path"`
	RemovedAt time.Time `json:"removedAt"`
	// Size is what it holds, all files under a directory together.
	Size int64 `json:"size"`
}

// VersionInfo is one content of a file; the current one comes first.
type VersionInfo struct {
	Version    uint64    `json:"version"`
	Size       int64     `json:"size"`
	ModifiedAt time.Time `json:"modifiedAt"`
}

// ImportOptions say where the entries of a zip go.
type ImportOptions struct {
	// Into is the directory to write to. Empty means "/".
	Into string `json:"into,omitempty"`
	// Overwrite replaces files that are there; without it they are skipped.
	Overwrite bool `json:"overwrite,omitempty"`
}

// ImportResult says what became of every entry.
type ImportResult struct {
	Written []string      `json:"written"`
	Skipped []SkippedFile `json:"skipped"`
}

// SkippedFile is an entry that was not imported.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Usage is what a project holds.
type Usage struct {
	Files int64 `json:"files"`
	Bytes int64 `json:"bytes"`
	Limit int64 `json:"limit"`
	// HistoryBytes is what versions and trash hold, on top of Bytes.
	HistoryBytes int64 `json:"historyBytes"`
}

// CompactResult is the size of what is stored, before and after.
type CompactResult struct {
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// ProjectInfo is one project that exists.
type ProjectInfo struct {
	ID    string `json:"id"`
	Files int64  `json:"files"`
	Bytes int64  `json:"bytes"`
}

// CommitInfo is one commit that can be undone.
type CommitInfo struct {
	ID   string    `json:"id"`
	Time time.Time `json:"time"`
	// Paths are the paths it changed, in order of name.
	Paths []string `json:"paths"`
}
