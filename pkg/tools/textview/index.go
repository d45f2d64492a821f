package textview

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// markEvery is how many lines lie between two marks of an Index: finding a line
// reads at most that many lines before it.
const markEvery = 512

// Index knows the lines of one content: how many, and where. It holds one
// number per 512 lines, so a tool may keep it for as long as the content is the
// same. It is safe for concurrent use.
type Index struct {
	// Lines is how many lines there are: 0 in an empty file. What follows the last
	// \n counts only if there is something.
	Lines int
	// Size of the content in bytes.
	Size int64
	// FinalNewline is set when the content ends in \n.
	FinalNewline bool
	// Binary is set when a NUL was seen in the first 8,000 bytes.
	Binary bool

	marks []int64 // marks[i] is the offset of line i*markEvery+1
}

// NewIndex reads r to its end, once. Give it an io.TeeReader to hash the content
// on the way.
//
// Errors: those of r.
func NewIndex(r io.Reader) (*Index, error) {
	x := &Index{marks: []int64{0}}
	buffer := make([]byte, firstRead)
	for {
		n, err := r.Read(buffer)
		x.add(buffer[:n])
		if err == io.EOF {
			x.finish()
			return x, nil
		}
		if err != nil {
			return nil, err
		}
		if n == len(buffer) && n < lastRead {
			buffer = make([]byte, 4*n)
		}
	}
}

// Reads begin small, since most files are, and grow while they fill their buffer.
const (
	firstRead = 4 << 10
	lastRead  = 64 << 10
)

// IndexOf is the index of a content in memory.
func IndexOf(data []byte) *Index {
	x := &Index{marks: []int64{0}}
	x.add(data)
	x.finish()
	return x
}

// add takes the next piece; until finish, Lines counts the newlines.
func (x *Index) add(piece []byte) {
	if len(piece) == 0 {
		return
	}
	if x.Size < binaryProbe && bytes.IndexByte(piece[:min(len(piece), int(binaryProbe-x.Size))], 0) >= 0 {
		x.Binary = true
	}
	const step = 16 << 10 // small enough that most steps of a text hold no mark twice
	for rest, at := piece, x.Size; len(rest) > 0; {
		part := rest[:min(step, len(rest))]
		newlines := bytes.Count(part, newline)
		if (x.Lines+newlines)/markEvery == x.Lines/markEvery {
			x.Lines += newlines
		} else {
			x.mark(part, at)
		}
		at += int64(len(part))
		rest = rest[len(part):]
	}
	x.Size += int64(len(piece))
	x.FinalNewline = piece[len(piece)-1] == '\n'
}

// mark counts the newlines of a part one by one, to note where lines start.
func (x *Index) mark(part []byte, at int64) {
	for pos := 0; ; {
		i := bytes.IndexByte(part[pos:], '\n')
		if i < 0 {
			return
		}
		pos += i + 1
		x.Lines++
		if x.Lines%markEvery == 0 {
			x.marks = append(x.marks, at+int64(pos))
		}
	}
}

func (x *Index) finish() {
	if x.Size > 0 && !x.FinalNewline {
		x.Lines++
	}
}

// Shown is how many lines a view has: an empty file shows one empty line.
func (x *Index) Shown() int { return max(1, x.Lines) }

// Offset is where a line begins; the size for the line after the last.
//
// Errors: those of r.
func (x *Index) Offset(r io.ReaderAt, line int) (int64, error) {
	if line <= 1 {
		return 0, nil
	}
	if line > x.Lines {
		return x.Size, nil
	}
	at := x.marks[(line-1)/markEvery]
	skip := (line - 1) % markEvery
	buffer := make([]byte, min(16<<10, x.Size-at))
	for skip > 0 {
		n, err := r.ReadAt(buffer[:min(int64(len(buffer)), x.Size-at)], at)
		if n == 0 && err != nil {
			return 0, err
		}
		for rest := buffer[:n]; ; {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				at += int64(len(rest))
				break
			}
			at += int64(i) + 1
			rest = rest[i+1:]
			if skip--; skip == 0 {
				break
			}
		}
	}
	return at, nil
}

// binaryProbe is how much of a file is looked at to tell text from the rest, as
// other programs do it.
const binaryProbe = 8000

// IsBinary reports whether content is not text: it has a NUL near its start.
func IsBinary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), binaryProbe)], 0) >= 0
}

// IsUTF8 reports whether r is valid UTF-8 to its end.
//
// Errors: those of r.
func IsUTF8(r io.Reader) (bool, error) {
	buffer := make([]byte, firstRead)
	rest := 0 // bytes of a character that the last piece cut
	for {
		n, err := r.Read(buffer[rest:])
		data := buffer[:rest+n]
		if err != nil && err != io.EOF {
			return false, err
		}
		if err == io.EOF {
			return utf8.Valid(data), nil
		}
		whole := len(data)
		for back := 1; back < utf8.UTFMax && back <= len(data); back++ {
			if utf8.RuneStart(data[len(data)-back]) {
				if !utf8.FullRune(data[len(data)-back:]) {
					whole = len(data) - back
				}
				break
			}
		}
		if !utf8.Valid(data[:whole]) {
			return false, nil
		}
		cut := data[whole:]
		if len(data) == len(buffer) && len(buffer) < lastRead {
			buffer = make([]byte, 4*len(buffer))
		}
		rest = copy(buffer, cut)
	}
}

var newline = []byte{'\n'}
