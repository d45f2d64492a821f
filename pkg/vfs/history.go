package vfs

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Trash lists what was removed, the latest first.
func (v *Volume) Trash(ctx context.Context) ([]TrashItem, error) {
	var found []*TrashItem
	err := v.projects.view(ctx, v.projectID, func(e *edit) error {
		for id, ino := range e.tree.trash.all {
			t := e.tree.get(ino).trashed
			found = append(found, &TrashItem{ID: id, Path: t.path, RemovedAt: time.Unix(0, t.at).UTC(), Size: t.size})
		}
		return nil
	})
	slices.SortFunc(found, func(a, b *TrashItem) int {
		return cmp.Or(b.RemovedAt.Compare(a.RemovedAt), strings.Compare(a.Path, b.Path))
	})
	items := make([]TrashItem, len(found))
	for i, it := range found {
		items[i] = *it
	}
	return items, err
}

// Restore takes an item out of the trash, to where it was or to the path given,
// and returns where it is now. fs.ErrExist if something is there.
func (v *Volume) Restore(ctx context.Context, id, to string) (where string, err error) {
	err = v.projects.update(ctx, v.projectID, func(e *edit) error {
		n, err := e.trashItem(id)
		if err != nil {
			return pathError("restore", id, err)
		}
		if where = to; where == "" {
			where = n.trashed.path
		}
		dir, base, _, err := e.destination(where, false, n)
		if err != nil {
			return pathError("restore", where, err)
		}
		e.untrash(n, dir, base)
		where, _ = e.tree.path(e.tree.get(n.ino))
		return nil
	})
	if err != nil {
		return "", err
	}
	return where, nil
}

func (e *edit) trashItem(id string) (*node, error) {
	ino, ok := e.tree.trash.get(id)
	if !ok {
		return nil, syscall.ENOENT
	}
	return e.tree.get(ino), nil
}

// untrash puts an item of the trash into a directory.
func (e *edit) untrash(n, dir *node, base string) {
	e.tree.trash = e.tree.trash.without(e.owner, trashID(n.ino))
	own := e.own(n.ino)
	own.trashed = nil
	e.enter(own, dir.ino, base)
	files, bytes, _ := e.tree.sum(own)
	e.tree.files += files
	e.tree.bytes += bytes
}

// Purge removes an item of the trash for good; with an empty id all of them.
func (v *Volume) Purge(ctx context.Context, id string) error {
	return v.projects.update(ctx, v.projectID, func(e *edit) error {
		if id == "" {
			for _, ino := range e.tree.trash.all {
				e.purged = append(e.purged, ino)
			}
			return nil
		}
		n, err := e.trashItem(id)
		if err != nil {
			return pathError("purge", id, err)
		}
		e.purged = append(e.purged, n.ino)
		return nil
	})
}

// Versions lists the contents a file has had, the current one first.
func (v *Volume) Versions(ctx context.Context, name string) (list []VersionInfo, err error) {
	err = v.view(ctx, "versions", name, func(_ *edit, n *node, _ string) error {
		if n.dir {
			return syscall.EISDIR
		}
		for _, r := range n.revisions() {
			list = append(list, VersionInfo{Version: r.version, Size: r.content.size, ModifiedAt: time.Unix(0, r.mtime).UTC()})
		}
		return nil
	})
	return list, err
}

// revisions are all contents of a file, the current one first.
func (n *node) revisions() []revision {
	all := append(slices.Clone(n.history), revision{n.version, n.mtime, n.binary, n.content})
	slices.Reverse(all)
	return all
}

func (n *node) revision(version uint64) (revision, error) {
	if n.dir {
		return revision{}, syscall.EISDIR
	}
	for _, r := range n.revisions() {
		if r.version == version {
			return r, nil
		}
	}
	return revision{}, fs.ErrNotExist
}

// ReadVersion returns one of the contents a file has had.
func (v *Volume) ReadVersion(ctx context.Context, name string, version uint64) (data []byte, err error) {
	err = v.view(ctx, "read version "+strconv.FormatUint(version, 10), name, func(e *edit, n *node, _ string) error {
		r, err := n.revision(version)
		if err != nil {
			return err
		}
		shared, err := e.readAll(r.source(n.ino))
		data = bytes.Clone(shared)
		return err
	})
	return data, err
}

// Revert gives a file the content of an earlier version again, as a new version.
func (v *Volume) Revert(ctx context.Context, name string, version uint64) (FileInfo, error) {
	err := v.update(ctx, "revert", name, func(e *edit, clean string) error {
		n, err := e.tree.lookup(clean)
		if err != nil {
			return err
		}
		r, err := n.revision(version)
		if err != nil {
			return err
		}
		return e.replace(n.ino, r.source(n.ino), r.binary)
	})
	if err != nil {
		return FileInfo{}, err
	}
	return v.Stat(ctx, name)
}
