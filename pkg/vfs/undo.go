package vfs

import (
	"context"
	"io/fs"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// Commits lists the latest commits that can be undone, the latest first. They are
// those since the project was last compacted, 64 at most.
func (v *Volume) Commits(ctx context.Context) ([]CommitInfo, error) {
	list := []CommitInfo{}
	err := v.projects.view(ctx, v.projectID, func(e *edit) error {
		e.project.mu.Lock()
		defer e.project.mu.Unlock()
		for _, a := range e.project.recent {
			list = append(list, CommitInfo{ID: a.id(), Time: time.Unix(0, a.commit.time).UTC(), Paths: a.commit.paths})
		}
		return nil
	})
	slices.Reverse(list)
	return list, err
}

func (a applied) id() string { return strconv.FormatUint(a.seq, 10) + "." + strconv.Itoa(a.index) }

// Undo takes back one commit, as a new commit. [ErrConflict] if something that it
// changed was changed again since, fs.ErrNotExist if it is not among Commits.
func (v *Volume) Undo(ctx context.Context, commitID string) error {
	return v.projects.update(ctx, v.projectID, func(e *edit) error {
		e.project.mu.Lock()
		recent := e.project.recent
		e.project.mu.Unlock()
		for _, a := range recent {
			if a.id() == commitID {
				return e.undo(a)
			}
		}
		return pathError("undo", commitID, fs.ErrNotExist)
	})
}

// undo brings everything a commit touched back to how it was before.
func (e *edit) undo(a applied) error {
	var moved, made, trashed, rest []*op
	for i := range a.commit.ops {
		o := &a.commit.ops[i]
		switch was := a.before.get(o.ino); {
		case o.has(putNew):
			made = append(made, o)
		case o.kind == opTrash:
			trashed = append(trashed, o)
		case o.has(putPlace):
			moved = append(moved, o)
		case was == nil || !was.dir || !o.onlyTime():
			rest = append(rest, o)
		}
	}
	// What was moved leaves its place before anything is removed; what was removed
	// comes back before what was in it.
	for _, o := range slices.Concat(moved, made, trashed, rest) {
		if err := e.undoOp(o, a); err != nil {
			return pathError("undo", a.id(), err)
		}
	}
	again := map[uint64]uint64{}
	for _, o := range slices.Concat(trashed, moved) {
		was := a.before.get(o.ino)
		if was.trashed != nil {
			continue // it is in the trash again
		}
		if err := e.putBack(a.before, was, again); err != nil {
			return pathError("undo", a.id(), err)
		}
	}
	return nil
}

func (e *edit) undoOp(o *op, a applied) error {
	was, is := a.before.get(o.ino), e.tree.get(o.ino)
	switch {
	case o.kind == opPurge:
		return syscall.ENOTSUP
	case is == nil && o.kind == opTrash && a.after.get(o.ino) == nil:
		return nil // an empty directory: it is made anew
	case is == nil || is.stamp > a.seq:
		return ErrConflict
	case o.has(putNew):
		if is.dir && e.hasStrangers(is, a) {
			return ErrConflict
		}
		if e.tree.reachable(is) {
			e.remove(is)
		}
		return nil
	case o.kind == opTrash:
		return nil
	}
	switch {
	case o.has(putPlace) && was.trashed != nil:
		e.remove(is)
		return nil
	case o.has(putPlace):
		e.leave(is.ino)
	}
	own := e.own(is.ino)
	own.mode = was.mode
	if o.has(putContent) {
		if err := e.replace(is.ino, was.source(), was.binary); err != nil {
			return err
		}
	}
	own.mtime = was.mtime
	return nil
}

// hasStrangers says whether a directory holds something that the commit did not
// put there.
func (e *edit) hasStrangers(dir *node, a applied) (found bool) {
	e.tree.below(dir, func(n *node) {
		if n.ino != dir.ino && (a.after.get(n.ino) == nil || n.stamp > a.seq) {
			found = true
		}
	})
	return found
}

// putBack enters a node where it was before. again tells which directories had
// to be made anew.
func (e *edit) putBack(before *tree, was *node, again map[uint64]uint64) error {
	parent := was.parent
	if now, ok := again[parent]; ok {
		parent = now
	}
	is, dir := e.tree.get(was.ino), e.tree.get(parent)
	if dir == nil || dir.trashed != nil {
		return ErrConflict
	}
	if _, taken := dir.kids.get(was.name); taken {
		return ErrConflict
	}
	switch {
	case is == nil:
		e.makeAgain(before, was, dir, again)
	case is.trashed != nil:
		e.untrash(is, dir, was.name)
	default:
		e.enter(e.own(is.ino), parent, was.name)
	}
	return nil
}

// makeAgain makes a directory that was not worth keeping, since no file was in
// it, with the directories in it.
func (e *edit) makeAgain(before *tree, was, dir *node, again map[uint64]uint64) {
	made := e.create(dir, was.name, true, was.mode)
	again[was.ino] = made.ino
	for _, ino := range was.kids.all {
		if kid := before.get(ino); kid.dir && e.tree.get(ino) == nil {
			e.makeAgain(before, kid, made, again)
		}
	}
}
