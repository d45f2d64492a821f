package filesystem

import (
	"bytes"
	"errors"
	"io"
)

const (
	scanBuffer = 256 << 10
	// maxScanLine is the longest line that is matched whole; a longer one is
	// matched in pieces, so that a file without line ends needs no memory of its
	// size.
	maxScanLine = 1 << 20
	// maxScanWork bounds one search: bytes looked at by an expression, times its
	// weight. Looking for plain text costs an eighth.
	maxScanWork = 1 << 26
)

var (
	errBinary = errors.New("binary file")
	errWork   = errors.New("work limit")
)

// numbered is a line of a file that is being searched. The text is good only
// until the next line is read.
type numbered struct {
	line int
	text []byte
}

// lineScan searches files line by line in one buffer.
type lineScan struct {
	call    *call
	matcher *lineMatcher
	// context is how many lines around a match are wanted.
	context int
	// hit is called for each matching line, with the lines before it that were
	// not given yet. It returns whether the lines after it are wanted, or an error
	// to stop.
	hit func(before []numbered, at numbered) (bool, error)
	// after is called for each line after a match that is no match.
	after func(at numbered)

	buffer []byte
	work   int64
	before []span // the latest lines that were not given, in the buffer
	follow int    // lines after a match that are still wanted
	last   int    // the line that matched last
}

type span struct{ line, from, to int }

// file searches one file.
//
// Errors: errBinary for a file that is not text; errWork when the search has
// used up its work; those of hit, of r and of the context.
func (s *lineScan) file(r io.Reader) error {
	if s.buffer == nil {
		s.buffer = make([]byte, scanBuffer)
	}
	s.before, s.follow, s.last = s.before[:0], 0, 0
	start, end, line := 0, 0, 1
	for first := true; ; first = false {
		if err := s.call.check(); err != nil {
			return err
		}
		ended := false
		for end < len(s.buffer) && !ended {
			n, err := r.Read(s.buffer[end:])
			end += n
			if err != nil && err != io.EOF {
				return err
			}
			ended = err == io.EOF
		}
		if first && isBinary(s.buffer[:min(end, probe)]) {
			return errBinary
		}
		stop := end
		if !ended {
			if i := bytes.LastIndexByte(s.buffer[start:end], '\n'); i >= 0 {
				stop = start + i + 1
			} else if end-start < maxScanLine {
				stop = start // the line is not complete: read on in a larger buffer
			}
		}
		var err error
		if line, err = s.region(start, stop, line); err != nil {
			return err
		}
		if s.work > s.call.tool.maxWork {
			return errWork
		}
		if ended {
			return nil
		}
		start, end = s.keep(stop, end)
	}
}

// keep moves what is still needed to the front of the buffer.
func (s *lineScan) keep(start, end int) (newStart, newEnd int) {
	from := start
	if len(s.before) > 0 {
		from = s.before[0].from
	}
	target := s.buffer
	if end-from > len(s.buffer)/2 {
		target = make([]byte, 2*len(s.buffer))
	}
	copy(target, s.buffer[from:end])
	s.buffer = target
	for i := range s.before {
		s.before[i].from -= from
		s.before[i].to -= from
	}
	return start - from, end - from
}

// region searches whole lines of the buffer and returns the number of the line
// after them.
func (s *lineScan) region(pos, stop, line int) (int, error) {
	needle := s.matcher.needle
	s.work += int64(stop-pos) / 8
	candidate := -1 // where the needle is next; stop where it is not
	for pos < stop {
		if len(needle) > 0 && candidate < pos {
			if candidate = bytes.Index(s.buffer[pos:stop], needle); candidate < 0 {
				candidate = stop
			} else {
				candidate += pos
			}
		}
		if len(needle) > 0 && s.context == 0 { // on to the line with the needle
			if candidate == stop {
				return line + bytes.Count(s.buffer[pos:stop], []byte{'\n'}), nil
			}
			skipped := s.buffer[pos:candidate]
			if i := bytes.LastIndexByte(skipped, '\n'); i >= 0 {
				line += bytes.Count(skipped, []byte{'\n'})
				pos += i + 1
			}
		}
		end, next := stop, stop
		if i := bytes.IndexByte(s.buffer[pos:stop], '\n'); i >= 0 {
			end = pos + i
			next = end + 1
		}
		matched := false
		text := s.text(pos, end)
		if len(needle) == 0 || candidate < end {
			s.work += int64(len(text)) * s.matcher.weight
			matched = s.matcher.match(text)
		}
		if err := s.line(span{line, pos, end}, matched); err != nil {
			return line, err
		}
		if next > end {
			line++
		}
		pos = next
	}
	return line, nil
}

// line gives one line to those who want it.
func (s *lineScan) line(at span, matched bool) error {
	switch {
	case matched && at.line == s.last: // another piece of a very long line
	case matched:
		before := make([]numbered, 0, len(s.before))
		for _, b := range s.before {
			before = append(before, numbered{b.line, s.text(b.from, b.to)})
		}
		wanted, err := s.hit(before, numbered{at.line, s.text(at.from, at.to)})
		if err != nil {
			return err
		}
		s.before, s.follow, s.last = s.before[:0], 0, at.line
		if wanted {
			s.follow = s.context
		}
	case s.follow > 0:
		s.follow--
		s.after(numbered{at.line, s.text(at.from, at.to)})
	case s.context > 0:
		if len(s.before) == s.context {
			s.before = append(s.before[:0], s.before[1:]...)
		}
		s.before = append(s.before, at)
	}
	return nil
}

func (s *lineScan) text(from, to int) []byte {
	text := s.buffer[from:to]
	if !s.matcher.keepCR && len(text) > 0 && text[len(text)-1] == '\r' {
		text = text[:len(text)-1]
	}
	return text
}
