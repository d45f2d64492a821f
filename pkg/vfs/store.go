package vfs

import "context"

// Store keeps the durable state of projects. Each project is an append-only
// log of commit records over a snapshot, with large contents beside it as blobs.
// The store knows no format: records, snapshots and blobs are bytes to it.
// It is safe for concurrent use.
type Store interface {
	// Projects lists the ids of the projects that exist, sorted.
	Projects(ctx context.Context) ([]string, error)
	// Load returns everything of a project but the contents of its blobs. A
	// project that was never written is the zero State.
	Load(ctx context.Context, projectID string) (State, error)
	// Append adds the record with this sequence number and the blobs it refers
	// to, all or nothing, durable when it returns. seq must be one more than the
	// last (1 for the first): if the record is there already, or one before it is
	// missing, nothing is added and the error is [ErrConflict]. A full disk is
	// syscall.ENOSPC.
	Append(ctx context.Context, projectID string, seq uint64, record []byte, blobs []Blob) error
	// ReadBlob returns the content of a blob, or fs.ErrNotExist.
	ReadBlob(ctx context.Context, projectID, id string) ([]byte, error)
	// Compact puts a snapshot in the place of the snapshot and of all records, adds
	// the blobs, which only this snapshot refers to, and drops those named in drop,
	// all or nothing. The snapshot takes a number as a record does: it must be one
	// more than the last, or the error is [ErrConflict]. So whoever was about to
	// build on what is dropped finds out.
	Compact(ctx context.Context, projectID string, snapshot Snapshot, blobs []Blob, drop []string) error
	// Delete removes a project and everything of it.
	Delete(ctx context.Context, projectID string) error
	// Close releases what the store holds.
	Close() error
}

// State is what a project's storage holds.
type State struct {
	Snapshot Snapshot
	// Records follow the snapshot in order; Records[0] has sequence Snapshot.Seq+1.
	Records [][]byte
}

// Snapshot is the whole tree as of a sequence number, in chunks. The zero value
// is the empty tree before the first commit.
type Snapshot struct {
	Seq    uint64
	Chunks [][]byte
}

// Blob is one immutable piece of content.
type Blob struct {
	ID   string
	Data []byte
}
