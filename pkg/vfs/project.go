package vfs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// project is one open project.
//
// Two rights order what happens: writing is held while a call changes the tree in
// memory, committing while the store is asked to change. Who needs both takes
// committing first. So calls change the tree one after another, wait for the
// store together, and everything that waited goes into one record.
type project struct {
	*Projects
	id         string
	writing    chan struct{}
	committing chan struct{}

	mu         sync.Mutex
	loaded     bool
	damage     *Damage
	newer      bool  // it is in the format of a newer release
	unsettled  bool  // nobody could say whether the last commit was stored
	salvaged   *tree // what a damaged project still has
	lastSeq    uint64
	epoch      int    // changes when the project is begun anew
	birth      uint64 // see record; 0 before the first
	committed  *tree  // durable
	head       *tree  // with what is queued
	queue      []*commit
	appending  bool              // a batch is out of the queue and not yet committed
	unsaved    map[string][]byte // blobs of commits that are not durable yet
	blobs      map[string]struct{}
	logBytes   int64 // size and number of the records since the snapshot
	records    int
	snapBytes  int64
	smallBytes int64     // contents that are small, as of the snapshot
	compacting bool      // compaction is about to run in the background
	recent     []applied // the latest commits, oldest first
	readers    int       // views and transactions that may read old contents
}

// applied is a commit that can be undone.
type applied struct {
	seq           uint64
	index         int
	commit        *commit
	before, after *tree
}

// undoMax is how many commits can be undone.
const undoMax = 64

func newProject(p *Projects, id string) *project {
	return &project{
		Projects: p, id: id, writing: make(chan struct{}, 1), committing: make(chan struct{}, 1),
		unsaved: map[string][]byte{},
	}
}

// take waits for a right.
func take(ctx context.Context, right chan struct{}) error {
	select {
	case right <- struct{}{}:
		return nil
	default:
	}
	select {
	case right <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open makes sure that the project is loaded and sound.
func (p *project) open(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if done, err := p.state(); done {
		return err
	}
	if err := take(ctx, p.writing); err != nil {
		return err
	}
	defer func() { <-p.writing }()
	return p.openLocked(ctx)
}

// openLocked is open for who holds the right to write.
func (p *project) openLocked(ctx context.Context) error {
	if done, err := p.state(); done {
		return err
	}
	state, err := p.store.Load(ctx, p.id)
	if err != nil {
		return fmt.Errorf("load project %q: %w", p.id, err)
	}
	p.mu.Lock()
	var paths []string
	if p.loaded {
		paths, err = p.beginAgain(state)
		p.head = p.committed
	} else if p.begin(state); p.damage != nil {
		err = p.damage
	}
	p.unsettled = false
	p.mu.Unlock()
	p.tell(paths)
	return err
}

func (p *project) state() (done bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.damage != nil {
		return true, p.damage
	}
	return p.loaded && !p.unsettled, nil
}

// begin takes a state for the project's. The lock is held.
func (p *project) begin(state State) {
	p.loaded, p.damage, p.salvaged, p.newer = true, nil, nil, false
	old, was := p.committed, p.birth
	p.recent, p.logBytes, p.records, p.snapBytes = nil, 0, 0, 0
	t, birth, lost, err := decodeSnapshot(state.Snapshot)
	p.birth = birth
	defer func() {
		if old != nil && old.seq > 0 && p.birth != was {
			p.epoch++
		}
	}()
	for _, chunk := range state.Snapshot.Chunks {
		p.snapBytes += int64(len(chunk))
	}
	p.lastSeq = state.Snapshot.Seq + uint64(len(state.Records))
	p.committed = t
	if err != nil {
		reason := fmt.Sprintf("the snapshot cannot be read completely: %d of its parts are damaged", lost)
		if p.newer = errors.Is(err, errNewer); p.newer {
			reason = "the snapshot cannot be read"
		}
		p.damaged(reason, len(state.Records))
		return
	}
	p.blobs, p.smallBytes = references(t)
	for i, frame := range state.Records {
		if _, err := p.replay(frame, t.seq+uint64(i)+1); err != nil {
			p.damaged(fmt.Sprintf("record %d cannot be read: %v", t.seq+uint64(i)+1, err), len(state.Records)-i)
			return
		}
	}
	p.head = p.committed
}

// damaged keeps what could be read, and everything from being overwritten.
func (p *project) damaged(reason string, lost int) {
	t := p.committed
	p.salvaged = t
	p.damage = &Damage{
		ProjectID: p.id, Reason: reason, Newer: p.newer, LostCommits: lost, Files: t.files, Bytes: t.bytes,
	}
	p.head = t
}

// replay applies a record of the store. The lock is held.
func (p *project) replay(frame []byte, seq uint64) (record, error) {
	r, err := decodeRecord(frame)
	if err != nil {
		p.newer = errors.Is(err, errNewer)
		return record{}, err
	}
	if r.seq != seq {
		return record{}, fmt.Errorf("%w: it has number %d", ErrCorrupt, r.seq)
	}
	if p.committed.seq == 0 {
		p.birth = r.birth
	}
	if r.birth != p.birth {
		// By somebody who did not know that the project of this name that was there
		// before is deleted.
		r.commits = nil
	}
	t := p.committed
	var done []applied
	for i := range r.commits {
		c := &r.commits[i]
		after, paths, err := apply(t, c, seq, p.config.Limits.Versions)
		if err != nil {
			return record{}, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		c.paths = paths
		done = append(done, applied{seq, i, c, t, after})
		t = after
	}
	if t == p.committed {
		moved := *t
		moved.seq = seq
		t = &moved
	}
	p.committed = t
	p.accepted(done, len(frame))
	return r, nil
}

// accepted notes a record that is durable. The lock is held.
func (p *project) accepted(done []applied, size int) {
	p.logBytes += int64(size)
	p.records++
	for _, a := range done {
		for i := range a.commit.ops {
			for _, x := range a.commit.ops[i].insert {
				if x.blob != "" {
					p.blobs[x.blob] = struct{}{}
				}
			}
		}
	}
	p.recent = append(p.recent, done...)
	if extra := len(p.recent) - undoMax; extra > 0 {
		p.recent = slices.Clone(p.recent[extra:])
	}
}

// contents calls visit for the content of a file and for those it had.
func (n *node) contents(visit func(content)) {
	visit(n.content)
	for _, r := range n.history {
		visit(r.content)
	}
}

// isConflict tells a lost race for a sequence number.
func isConflict(err error) bool { return errors.Is(err, ErrConflict) }
