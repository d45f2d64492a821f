package web

import (
	"slices"
	"strings"
	"sync"
)

// Bounds of what is remembered.
const (
	maxChats      = 64
	maxChatLinks  = 4000
	maxTurns      = 256
	searchesATurn = 10
)

// links remembers, for the chats that were active last, which URLs came up in
// results. It lives as long as the tool: after a restart the application's known
// texts still have what counts.
type links struct {
	mu    sync.Mutex
	order []string // of chats, the last active at the end
	seen  map[string]map[string]bool
}

func (l *links) add(chat string, found ...address) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil {
		l.seen = map[string]map[string]bool{}
	}
	l.order = append(slices.DeleteFunc(l.order, func(other string) bool { return other == chat }), chat)
	if len(l.order) > maxChats {
		delete(l.seen, l.order[0])
		l.order = l.order[1:]
	}
	if l.seen[chat] == nil {
		l.seen[chat] = map[string]bool{}
	}
	for _, a := range found {
		if len(l.seen[chat]) < maxChatLinks {
			l.seen[chat][a.key()] = true
		}
	}
}

func (l *links) has(chat string, a address) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen[chat][a.key()]
}

// key is what two spellings of a URL have in common: http or https, a slash at
// the end or not.
func (a address) key() string {
	_, rest, _ := strings.Cut(a.origin(), "://")
	return rest + strings.TrimSuffix(a.path, "/")
}

// inTexts tells whether somebody wrote the URL, with its scheme or, as people do,
// without.
func inTexts(texts []string, a address) bool {
	key := a.key()
	for _, text := range texts {
		for _, word := range strings.FieldsFunc(text, endsURL) {
			for _, given := range candidates(word) {
				if given.key() == key {
					return true
				}
			}
		}
	}
	return false
}

func endsURL(r rune) bool {
	return r <= ' ' || strings.ContainsRune("\"'<>`|\\^{}«»“”„‘’", r)
}

// candidates are the URLs that a word may mean: with and without what follows it
// in a sentence, or in Markdown.
func candidates(word string) (found []address) {
	try := func(text string) {
		text = strings.TrimLeft(text, "([*_~")
		for {
			if !strings.Contains(text, "://") && strings.Contains(text, ".") {
				if a, err := parse("https://" + text); err == nil {
					found = append(found, a)
				}
			} else if a, err := parse(text); err == nil {
				found = append(found, a)
			}
			shorter := strings.TrimRight(text, ".,;:!?)]*_~")
			if shorter == text {
				return
			}
			text = text[:len(text)-1]
			if len(text)-len(shorter) > 8 {
				text = shorter
			}
		}
	}
	try(word)
	if at := strings.Index(word, "http"); at > 0 {
		try(word[at:])
	}
	if at := strings.Index(word, "]("); at > 0 {
		try(word[at+2:])
		try(word[:at])
	}
	return found
}

// turns counts the searches of the turns that were active last.
type turns struct {
	mu    sync.Mutex
	order []string
	count map[string]int
}

// take counts a search, if there may be one more.
func (t *turns) take(turn string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count == nil {
		t.count = map[string]int{}
	}
	if _, known := t.count[turn]; !known {
		t.order = append(t.order, turn)
		if len(t.order) > maxTurns {
			delete(t.count, t.order[0])
			t.order = t.order[1:]
		}
	}
	if t.count[turn] >= searchesATurn {
		return false
	}
	t.count[turn]++
	return true
}
