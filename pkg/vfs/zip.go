package vfs

import (
	"context"
	"errors"
	"path"
	"strings"
	"syscall"
)

// unreadableList is the file of an export that names what could not be read.
const unreadableList = "UNREADABLE.txt"

// ExportZip returns a zip of a file or a directory; "" means everything. It works
// on a damaged project too, with what can be read: files that cannot be are named
// in UNREADABLE.txt.
func (v *Volume) ExportZip(ctx context.Context, name string) ([]byte, error) {
	p, err := v.projects.project(v.projectID)
	if err != nil {
		return nil, err
	}
	if err := p.open(ctx); err != nil && !errors.Is(err, ErrCorrupt) {
		return nil, err
	}
	t := p.enter()
	defer p.leave()
	clean, err := strictPath(name)
	if err != nil {
		return nil, pathError("export", name, err)
	}
	n, err := t.lookup(clean)
	if err != nil {
		return nil, pathError("export", name, err)
	}
	x := &exporter{edit: newEdit(ctx, p, t, true)}
	if n.dir {
		err = x.directory(n, "")
	} else {
		err = x.file(n, n.name)
	}
	if err != nil {
		return nil, pathError("export", name, err)
	}
	if len(x.unreadable) > 0 {
		x.zip.add(unreadableList, []byte(strings.Join(x.unreadable, "\n")+"\n"), p.config.Now().UnixNano(), 0o644)
	}
	return x.zip.finish()
}

type exporter struct {
	edit       *edit
	zip        zipWriter
	unreadable []string
}

func (x *exporter) directory(dir *node, at string) error {
	for name, ino := range dir.kids.all {
		n := x.edit.base.get(ino)
		var err error
		if where := path.Join(at, name); n.dir {
			x.zip.add(where+"/", nil, n.mtime, n.mode|zipModeDir)
			err = x.directory(n, where)
		} else {
			err = x.file(n, where)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *exporter) file(n *node, where string) error {
	data, err := x.edit.readAll(n.source())
	if errors.Is(err, ErrCorrupt) {
		x.unreadable = append(x.unreadable, where)
		return nil
	}
	if err == nil {
		x.zip.add(where, data, n.mtime, n.mode|zipModeFile)
	}
	return err
}

// ImportZip writes the entries of a zip, in one commit. Entries that are unsafe
// or in the way are skipped, with the reason; an error means that nothing was
// written.
func (v *Volume) ImportZip(ctx context.Context, data []byte, options ImportOptions) (ImportResult, error) {
	result := ImportResult{Written: []string{}, Skipped: []SkippedFile{}}
	entries, err := readZip(data)
	if err != nil {
		return result, err
	}
	err = v.update(ctx, "import", options.Into, func(e *edit, into string) error {
		// An update may be tried only once, so the result can grow in here.
		seen := map[string]bool{}
		var inflate inflater
		for i := range entries {
			where, err := e.importEntry(&entries[i], &inflate, into, options.Overwrite, seen)
			var skip skipped
			switch {
			case errors.As(err, &skip):
				result.Skipped = append(result.Skipped, SkippedFile{Path: entries[i].name, Reason: string(skip)})
			case err != nil:
				return err
			case where != "":
				result.Written = append(result.Written, where)
			}
		}
		return nil
	})
	if err != nil {
		return ImportResult{Written: []string{}, Skipped: []SkippedFile{}}, err
	}
	return result, nil
}

// skipped is the reason why an entry is not imported.
type skipped string

func (s skipped) Error() string { return string(s) }

// importEntry writes one entry and says where; "" for a directory.
func (e *edit) importEntry(z *zipEntry, inflate *inflater, into string, overwrite bool, seen map[string]bool) (where string, err error) {
	clean, err := z.path()
	if err != nil {
		return "", err
	}
	clean = path.Join(into, clean)
	if _, err := cleanPath(clean); err != nil {
		return "", skipped("its path is not allowed: " + err.Error())
	}
	switch {
	case z.mode&zipModeType == zipModeLink:
		return "", skipped("it is a link")
	case z.mode&zipModeType != 0 && z.mode&zipModeType != zipModeFile && z.mode&zipModeType != zipModeDir:
		return "", skipped("it is neither a file nor a directory")
	case seen[clean]:
		return "", skipped("the archive has it twice")
	}
	seen[clean] = true
	if strings.HasSuffix(z.name, "/") {
		_, err := e.mkdirAll(clean, 0o755)
		return "", inTheWay(err)
	}
	if n, err := e.tree.lookup(clean); err == nil && !overwrite && !n.dir {
		return "", skipped("a file is there already")
	}
	limits := e.project.config.Limits
	if z.size > limits.FileBytes {
		return "", skipped("it is larger than a file may be")
	}
	if e.tree.bytes+z.size > limits.ProjectBytes {
		return "", syscall.EDQUOT
	}
	data, err := z.read(inflate)
	if err != nil {
		return "", err
	}
	n, err := e.fileAt(clean)
	if err != nil {
		return "", inTheWay(err)
	}
	if err := e.overwrite(n, data); err != nil {
		return "", err
	}
	if z.mtime != 0 {
		e.own(n.ino).mtime = z.mtime
	}
	return clean, nil
}

func inTheWay(err error) error {
	switch err {
	case syscall.ENOTDIR:
		return skipped("a file is where it needs a directory")
	case syscall.EISDIR:
		return skipped("a directory is where it would be")
	}
	return err
}
