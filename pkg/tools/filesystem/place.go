package filesystem

import (
	"errors"
	"path"
	"strings"
	"unicode"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// memoriesRoot is where the memory tool keeps its notes: readable here, and
// changed by that tool only.
const memoriesRoot = "/memories"

// agentsRoot has the agents of the project, whose prompts are changed with the
// user's approval: by agent_config, and not past it.
const agentsRoot = "/.agents"

// place is a path of the input: as it was given, for messages, and as it is.
type place struct {
	given, clean string
}

var pathRules = textview.Rules{MaxBytes: 1024}

// locate makes a path of the input canonical.
func locate(given string) (place, error) {
	shown := textview.Visible(given)
	clean, err := pathRules.Clean(given)
	var wrong *textview.PathError
	switch {
	case err == nil && !strings.ContainsRune(clean, unicode.ReplacementChar):
		return place{given: shown, clean: clean}, nil
	case err == nil:
		// What half a surrogate pair or broken UTF-8 becomes on its way here.
		return place{}, fail(CodeInvalidPath, "Invalid path %s: it has a broken character.", shown)
	case errors.As(err, &wrong) && wrong.Escapes:
		return place{}, fail(CodeOutsideRoot, "Path %s leaves the workspace.", shown)
	default:
		return place{}, fail(CodeInvalidPath, "Invalid path %s: %s.", shown, err)
	}
}

// locateWritable is locate for a path that the action changes, or whose removal
// would change what is below it.
func locateWritable(given string) (place, error) {
	p, err := locate(given)
	if err == nil && managed(p.clean) {
		err = readOnly(p)
	}
	return p, err
}

// locateMovable also refuses the root, since /memories is in it.
func locateMovable(given string) (place, error) {
	p, err := locateWritable(given)
	if err == nil && p.clean == "/" {
		err = readOnly(p)
	}
	return p, err
}

// managed reports whether a clean path is one that another tool looks after.
func managed(clean string) bool { return managedRoot(clean) != "" }

// managedRoot is /memories or /.agents where a clean path is that or below it,
// however it is spelled: a name that only looks like it, or becomes it where names
// are compared without case or decoded, would mislead whoever reads it next.
func managedRoot(clean string) string {
	for round := 0; ; round++ {
		name, _, _ := strings.Cut(strings.TrimPrefix(path.Clean("/"+clean), "/"), "/")
		for _, root := range []string{memoriesRoot, agentsRoot} {
			if strings.EqualFold(plainName(name), root[1:]) {
				return root
			}
		}
		next := unescape(clean)
		if round == 3 || next == clean {
			return ""
		}
		clean = next
	}
}

// plainName drops what a reader does not see, and what some systems ignore at
// the end of a name.
func plainName(name string) string {
	name = strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) || unicode.IsSpace(c) {
			return -1
		}
		return c
	}, name)
	return strings.TrimRight(name, ".")
}

// unescape decodes URL escapes once.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	digit := func(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			b.WriteByte(byte(digit(s[i+1])<<4 | digit(s[i+2])))
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// within reports whether p is dir or below it.
func within(p, dir string) bool {
	return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
}
