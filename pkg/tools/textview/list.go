package textview

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
)

// Order is how a listing is sorted.
type Order string

// The orders. The zero value is [ByName].
const (
	ByName     Order = ""         // depth first, names by code point
	BySize     Order = "size"     // largest first
	ByModified Order = "modified" // newest first
)

// ListOptions choose what [List] gives. The zero value is the listing of the
// memory tool: two levels, no hidden names, by name, all of it.
type ListOptions struct {
	// Depth is how many levels are listed; 0 means 2.
	Depth int
	// Hidden includes names that start with a dot, and node_modules.
	Hidden bool
	// Skip leaves entries out, directories with all they contain; nil skips none.
	// The path is absolute.
	Skip func(path string, info fs.FileInfo) bool
	// Order of the entries.
	Order Order
	// Offset is how many entries are passed over, Limit how many are given at
	// most; a Limit of 0 means all.
	Offset, Limit int
}

// Entry is one row of a listing.
type Entry struct {
	Path string
	// Size of a file, or of all files anywhere below a directory.
	Size     int64
	Dir      bool
	Modified time.Time
}

// Listing is what is in a directory.
type Listing struct {
	// Root is the directory itself. It is neither counted nor paged.
	Root Entry
	// Entries are this page of what is below it.
	Entries []Entry
	// Offset of the first entry, and Total over all pages.
	Offset, Total int
}

// TreeSizer is what a file system may offer to spare [List] from walking
// everything below the levels it shows.
type TreeSizer interface {
	// TreeSize is the size of all files below a directory.
	TreeSize(path string) (int64, error)
}

// IsHidden reports whether a listing leaves a name out: it starts with a dot, or
// is node_modules.
func IsHidden(name string) bool { return strings.HasPrefix(name, ".") || name == "node_modules" }

// List lists a directory. The size of a directory counts hidden and skipped
// files too: it is what deleting it would free. It stops when ctx ends.
//
// Errors: those of the file system (a missing path is fs.ErrNotExist), and of ctx.
func List(ctx context.Context, fsys afero.Fs, dir string, o ListOptions) (Listing, error) {
	info, err := fsys.Stat(dir)
	if err != nil {
		return Listing{}, err
	}
	if o.Depth <= 0 {
		o.Depth = 2
	}
	w := lister{ctx: ctx, fs: fsys, options: o}
	w.sizer, _ = fsys.(TreeSizer)
	size := info.Size()
	if info.IsDir() {
		if size, err = w.directory(dir, 1); err != nil {
			return Listing{}, err
		}
	}
	l := Listing{
		Root:    Entry{Path: dir, Size: size, Dir: info.IsDir(), Modified: info.ModTime()},
		Entries: w.entries,
		Offset:  min(max(o.Offset, 0), w.total),
		Total:   w.total,
	}
	switch o.Order {
	case BySize:
		slices.SortStableFunc(l.Entries, func(a, b Entry) int { return cmp.Compare(b.Size, a.Size) })
	case ByModified:
		slices.SortStableFunc(l.Entries, func(a, b Entry) int { return b.Modified.Compare(a.Modified) })
	default:
		return l, nil // only the page was kept
	}
	l.Entries = l.Entries[l.Offset:]
	if o.Limit > 0 {
		l.Entries = l.Entries[:min(len(l.Entries), o.Limit)]
	}
	return l, nil
}

type lister struct {
	ctx     context.Context
	fs      afero.Fs
	sizer   TreeSizer
	options ListOptions
	entries []Entry // by name only those of the page, otherwise all
	total   int
}

// keep takes an entry and says where its size goes, -1 for nowhere.
func (w *lister) keep(e Entry) int {
	at, o := w.total, w.options
	w.total++
	if o.Order == ByName && (at < o.Offset || o.Limit > 0 && at-max(o.Offset, 0) >= o.Limit) {
		return -1
	}
	w.entries = append(w.entries, e)
	return len(w.entries) - 1
}

// directory adds what is in dir, which is level levels below the root, and
// returns the size of everything below dir.
func (w *lister) directory(dir string, level int) (int64, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	shown := level <= w.options.Depth
	if !shown && w.sizer != nil {
		return w.sizer.TreeSize(dir)
	}
	infos, err := readDir(w.fs, dir)
	if err != nil {
		return 0, err
	}
	if shown {
		slices.SortFunc(infos, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
	}
	var total int64
	for _, info := range infos {
		if !shown && !info.IsDir() {
			total += info.Size()
			continue
		}
		full := path.Join(dir, info.Name())
		listed := shown && (w.options.Hidden || !IsHidden(info.Name())) &&
			(w.options.Skip == nil || !w.options.Skip(full, info))
		at := -1
		if listed {
			at = w.keep(Entry{Path: full, Size: info.Size(), Dir: info.IsDir(), Modified: info.ModTime()})
		}
		size := info.Size()
		if info.IsDir() {
			next := level + 1
			if !listed {
				next = w.options.Depth + 1 // only its size is wanted
			}
			if size, err = w.directory(full, next); err != nil {
				return 0, err
			}
			if at >= 0 {
				w.entries[at].Size = size
			}
		}
		total += size
	}
	return total, nil
}

func readDir(fsys afero.Fs, dir string) ([]fs.FileInfo, error) {
	f, err := fsys.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdir(-1)
}

// ListingHeader is the line above a listing of dir, which is echoed as given.
func ListingHeader(dir string, depth int, hidden bool) string {
	if depth <= 0 {
		depth = 2
	}
	levels := "levels"
	if depth == 1 {
		levels = "level"
	}
	header := fmt.Sprintf("Here're the files and directories up to %d %s deep in %s", depth, levels, dir)
	if hidden {
		return header + ":"
	}
	return header + ", excluding hidden items and node_modules:"
}

// Row is an entry as a listing shows it: size, TAB, path, and a / behind a
// directory.
func (e Entry) Row() string {
	row := Size(e.Size) + "\t" + e.Path
	if e.Dir && e.Path != "/" {
		row += "/"
	}
	return row
}

// Rows are the rows of the listing, the root first and without a / behind it,
// as many as fit into maxChars characters (0 means all). shown is how many of
// the entries those are.
func (l Listing) Rows(maxChars int) (rows string, shown int) {
	var b strings.Builder
	b.WriteString(Size(l.Root.Size) + "\t" + l.Root.Path)
	used := chars(b.String())
	for _, e := range l.Entries {
		row := e.Row()
		if used += 1 + chars(row); maxChars > 0 && used > maxChars {
			break
		}
		b.WriteString("\n" + row)
		shown++
	}
	return b.String(), shown
}

// Footer says that entries are left out and where to go on, or is empty when
// none are: "[500 of 1320 entries shown. Continue with offset 500, or …]".
// advice is what stands behind the counts.
func (l Listing) Footer(shown int, advice string) string {
	if l.Offset+shown >= l.Total {
		return ""
	}
	if advice == "" {
		advice = "Continue with offset " + strconv.Itoa(l.Offset+shown) + ", or narrow with path or depth."
	}
	return fmt.Sprintf("[%d of %d entries shown. %s]", shown, l.Total, advice)
}
