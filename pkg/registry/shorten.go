package registry

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"
)

// shorten cuts a result's text to what the model may see: its head, a note, its
// tail. The whole is kept, if it can be, and the note says where.
func (r *Registry) shorten(ctx context.Context, p prepared, result *Result) {
	limit := r.config.ResultChars
	if p.tool.ResultChars > 0 {
		limit = p.tool.ResultChars
	}
	if p.resultChars > 0 {
		limit = p.resultChars
	}
	// A little over is left as it is: cutting would cost as much as it saves.
	if len(result.Content) <= limit+limit/20 || utf8.RuneCountInString(result.Content) <= limit+limit/20 {
		return
	}
	path := ""
	if r.config.Keep != nil && result.FullResultPath == "" {
		path = r.keep(ctx, p.call, result.Content)
	} else {
		path = result.FullResultPath
	}
	result.Content, result.FullResultPath = cut(result.Content, limit, path), path
}

// keep returns the path, or "" where the result could not be kept: a full disk
// is no reason to lose the part that the model can see.
func (r *Registry) keep(ctx context.Context, call Call, content string) (path string) {
	defer func() {
		if recover() != nil {
			path = ""
		}
	}()
	// The result of a call that was told to end is kept all the same.
	path, err := r.config.Keep.KeepResult(context.WithoutCancel(ctx), call, content)
	if err != nil {
		return ""
	}
	return path
}

// cut keeps two thirds of the room for the head, and cuts between lines where
// one ends nearby.
func cut(content string, limit int, path string) string {
	const noteRoom = 240
	room := max(limit-noteRoom, limit/2)
	head, tail := firstRunes(content, room*2/3), lastRunes(content, room/3)
	if i := strings.LastIndexByte(head, '\n'); i >= len(head)*3/4 {
		head = head[:i+1]
	}
	if i := strings.IndexByte(tail, '\n'); i >= 0 && i <= len(tail)/4 {
		tail = tail[i+1:]
	}
	all := utf8.RuneCountInString(content)
	left := all - utf8.RuneCountInString(head) - utf8.RuneCountInString(tail)
	note := fmt.Sprintf("[%d of %d characters left out here.", left, all)
	if path == "" {
		note += " Ask for less, or for a part.]"
	} else {
		first := strings.Count(head, "\n") + 1
		last := strings.Count(content[:len(content)-len(tail)], "\n")
		note += fmt.Sprintf(" The whole result is in %s; read lines %d to %d of it to see them.]", path, first, max(first, last))
	}
	if !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	return head + note + "\n" + tail
}

// firstRunes is the start of a text that has at least n characters.
func firstRunes(text string, n int) string {
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end]
}

// lastRunes is the end of a text that has at least n characters.
func lastRunes(text string, n int) string {
	start := len(text)
	for range n {
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	return text[start:]
}
