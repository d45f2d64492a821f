package filesystem

import (
	"bytes"

	"github.com/aymanbagabas/go-udiff"
)

const (
	maxDiffWindow   = 512 << 10
	cheapDiffWindow = 32 << 10
	// maxDiffWork bounds edits times bytes: writing a diff counts the lines before
	// each edit.
	maxDiffWork = 1 << 26
	diffContext = 3
)

// unifiedDiff is the change of a file as a unified diff. Only what lies between
// the first and the last difference is compared; if that is larger than the
// window, there is no diff. skipped is how many lines there are before both.
func unifiedDiff(path string, before, after []byte, existed bool, skipped, window int) (string, bool) {
	from, to, start, shared := changed(before, after)
	if from-start > window || to-start > window {
		return "", false
	}
	oldText, newText := string(before[start:from]), string(after[start:to])
	edits := udiff.Lines(oldText, newText)
	if len(edits)*len(oldText) > maxDiffWork {
		return "", false
	}
	oldName := path
	if !existed {
		oldName = "/dev/null"
	}
	d, err := udiff.ToUnifiedDiff(oldName, path, oldText, edits, diffContext)
	if err != nil {
		return "", false // cannot be: the edits were made from the text
	}
	for _, hunk := range d.Hunks {
		hunk.FromLine += shared + skipped
		hunk.ToLine += shared + skipped
	}
	return d.String(), true
}

// changed finds the lines that differ, with the context around them: they end at
// from in before and at to in after, and begin at start in both, behind a number
// of shared lines.
func changed(before, after []byte) (from, to, start, shared int) {
	prefix := commonPrefix(before, after)
	start = bytes.LastIndexByte(before[:prefix], '\n') + 1
	for range diffContext {
		if start > 0 {
			start = bytes.LastIndexByte(before[:start-1], '\n') + 1
		}
	}
	suffix := commonSuffix(before[prefix:], after[prefix:])
	from = len(before) - suffix
	to = len(after) - suffix
	// The rest of the line, and the context after it.
	rest := before[from:]
	tail := 0
	for range diffContext + 1 {
		i := bytes.IndexByte(rest[tail:], '\n')
		if i < 0 {
			tail = len(rest)
			break
		}
		tail += i + 1
	}
	return from + tail, to + tail, start, bytes.Count(before[:start], []byte{'\n'})
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	const step = 4096
	at := 0
	for at+step <= n && bytes.Equal(a[at:at+step], b[at:at+step]) {
		at += step
	}
	for at < n && a[at] == b[at] {
		at++
	}
	return at
}

func commonSuffix(a, b []byte) int {
	n := min(len(a), len(b))
	const step = 4096
	at := 0
	for at+step <= n && bytes.Equal(a[len(a)-at-step:len(a)-at], b[len(b)-at-step:len(b)-at]) {
		at += step
	}
	for at < n && a[len(a)-at-1] == b[len(b)-at-1] {
		at++
	}
	return at
}
