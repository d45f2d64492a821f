package filesystem

import (
	"errors"
	"io"
	"io/fs"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/spf13/afero"
)

// content is what is known of a file's content.
type content struct {
	size   int64
	lines  int
	hash   string // all 64 digits
	binary bool
	mime   string
	index  *textview.Index
}

// short is the part of a hash that is shown.
func short(hash string) string { return hash[:min(8, len(hash))] }

// scan reads a file once, in pieces.
func (c *call) scan(p place) (content, error) {
	f, err := c.fs.Open(p.clean)
	if err != nil {
		return content{}, c.explain(err, p)
	}
	defer f.Close()
	return c.scanOpen(f, p)
}

// scanOpen is scan for a file that is open. It reads nothing where the content is
// known from an earlier call.
func (c *call) scanOpen(f afero.File, p place) (content, error) {
	info, err := f.Stat()
	if err != nil {
		return content{}, c.explain(err, p)
	}
	key, remember := c.markOf(p, info)
	if remember {
		if known, ok := c.tool.marks.get(key); ok {
			return known, nil
		}
	}
	sum := newSHA256()
	var head headKeeper
	index, err := textview.NewIndex(io.TeeReader(&cancellable{c, f}, io.MultiWriter(sum, &head)))
	if err != nil {
		return content{}, c.explain(err, p)
	}
	known := content{
		size: index.Size, lines: index.Lines, index: index,
		hash: sum.hex(), mime: mimeOf(p.clean, head.bytes), binary: isBinary(head.bytes),
	}
	if remember {
		c.tool.marks.put(key, known)
	}
	return known, nil
}

// contentOf is scan for a content in memory.
func contentOf(name string, data []byte) content {
	index := textview.IndexOf(data)
	head := data[:min(len(data), probe)]
	return content{
		size: index.Size, lines: index.Lines, index: index,
		hash: hashOf(data), mime: mimeOf(name, head), binary: isBinary(head),
	}
}

// load reads a text file whole, for an action that changes it.
func (c *call) load(p place) ([]byte, content, error) {
	info, err := c.stat(p)
	if err != nil {
		return nil, content{}, err
	}
	if info.IsDir() {
		return nil, content{}, isDirectory(p.given)
	}
	data, err := c.readAll(p, info.Size())
	if err != nil {
		return nil, content{}, err
	}
	known := contentOf(p.clean, data)
	if known.binary {
		return nil, known, binaryFile(p.given, known.mime, known.size)
	}
	return data, known, nil
}

// readAll reads a file of a known size.
func (c *call) readAll(p place, size int64) ([]byte, error) {
	f, err := c.fs.Open(p.clean)
	if err != nil {
		return nil, c.explain(err, p)
	}
	defer f.Close()
	data := make([]byte, size)
	n, err := io.ReadFull(&cancellable{c, f}, data)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, c.explain(err, p)
	}
	return data[:n], nil
}

// save writes a content, and the directories above it.
func (c *call) save(p place, data []byte) error {
	if err := c.fits(p, int64(len(data))); err != nil {
		return err
	}
	if err := c.parents(p); err != nil {
		return err
	}
	f, err := c.fs.Create(p.clean)
	if err != nil {
		return c.explain(err, p)
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return c.explain(err, p)
}

func (c *call) fits(p place, size int64) error {
	if size > c.tool.maxFileBytes {
		return tooLarge(p.given, size, c.tool.maxFileBytes)
	}
	return nil
}

func (c *call) parents(p place) error {
	dir := p.clean[:strings.LastIndexByte(p.clean, '/')]
	if dir == "" {
		return nil
	}
	return c.explain(c.fs.MkdirAll(dir, 0o777), p)
}

// guard refuses a change of a content that is not the one asked for. On a
// directory a hash says nothing.
func (c *call) guard(p place, known content) error {
	want := strings.ToLower(c.in.IfHash)
	if want == "" {
		return nil
	}
	if len(want) < 8 || len(want) > 64 || strings.Trim(want, "0123456789abcdef") != "" {
		return fail(CodeInvalidArgument, "if_hash is not a hash; give the 8 or more hexadecimal digits that read or stat show.")
	}
	if !strings.HasPrefix(known.hash, want) {
		return changedSince(p.given, want, known.hash)
	}
	return nil
}

// guardWrite is guard for an action that replaces a content as a whole: without
// a hash, the content has to be the one that the chat read last, if it read any.
func (c *call) guardWrite(p place, known content) error {
	if c.in.IfHash != "" {
		return c.guard(p, known)
	}
	if last := c.tool.reads.Last(c.where, p.clean); last != "" && last != known.hash {
		return changedSince(p.given, last, known.hash)
	}
	return nil
}

// noHashOf refuses if_hash where there is no file.
func (c *call) noHashOf(p place, info fs.FileInfo) error {
	if c.in.IfHash != "" && info.IsDir() {
		return fail(CodeInvalidArgument, "if_hash is for files; %s is a directory.", p.given)
	}
	return nil
}

// cancellable reads until the call is cancelled.
type cancellable struct {
	call *call
	r    io.Reader
}

func (r *cancellable) Read(p []byte) (int, error) {
	if err := r.call.check(); err != nil {
		return 0, err
	}
	return r.r.Read(p[:min(len(p), 1<<20)])
}

// headKeeper keeps the beginning of what is written to it.
type headKeeper struct{ bytes []byte }

func (h *headKeeper) Write(p []byte) (int, error) {
	if room := probe - len(h.bytes); room > 0 {
		h.bytes = append(h.bytes, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
