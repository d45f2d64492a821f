package vfs

import "context"

// Follower is a [Store] that can tell what is new without loading everything.
// A store that is none is asked to Load instead.
type Follower interface {
	// Since is like Load, but may leave out what is known up to seq: then
	// Snapshot.Seq is seq, without chunks, and the records that follow it. It
	// gives everything where those records are gone, where seq was never reached,
	// and, if the store can tell, where the project was deleted and begun anew.
	Since(ctx context.Context, projectID string, seq uint64) (State, error)
}
