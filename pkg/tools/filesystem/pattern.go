package filesystem

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// glob is a name pattern. Without a slash it matches names at any depth; with
// one, paths below where the search starts, or from the root.
type glob struct {
	pattern  string // without the slash it may begin with
	bare     bool
	absolute bool
	fold     bool
	// prefix are the leading directories that the pattern spells out, and deep
	// tells whether it reaches any depth below them.
	prefix string
	deep   bool
	depth  int
}

type globs []glob

const maxAlternatives = 256

// compileGlob understands a pattern leniently: "./a" is "a", "docs/" is
// everything in any directory called docs, "src/**.go" is "src/**/*.go".
func compileGlob(parameter, pattern string, fold bool) (glob, error) {
	problem := ""
	switch {
	case pattern == "":
		problem = "it is empty"
	case len(pattern) > 1000:
		problem = "it is longer than 1000 bytes"
	case !doublestar.ValidatePattern(pattern):
		problem = "a [ or { is not closed, or a \\ stands at the end"
	case alternatives(pattern) > maxAlternatives:
		problem = "it has too many alternatives in braces"
	}
	if problem != "" {
		return glob{}, fail(CodeInvalidArgument, "%s is not a valid glob: %s.", parameter, problem)
	}
	g := glob{fold: fold}
	if fold {
		pattern = strings.ToLower(pattern)
	}
	for strings.HasPrefix(pattern, "./") {
		pattern = pattern[2:]
	}
	g.absolute = strings.HasPrefix(pattern, "/")
	if inner := strings.TrimRight(pattern, "/"); inner != pattern {
		if !strings.Contains(inner, "/") && inner != "**" {
			inner = "**/" + inner // a directory at any depth
		}
		pattern = inner + "/**"
	}
	pattern = strings.TrimLeft(pattern, "/")
	g.bare = !g.absolute && !strings.Contains(pattern, "/")
	g.pattern = spreadStars(pattern)
	if !doublestar.ValidatePattern(g.pattern) {
		return glob{}, fail(CodeInvalidArgument, "%s is not a valid glob.", parameter)
	}
	if !g.bare {
		g.reach()
	}
	return g, nil
}

func compileGlobs(parameter string, patterns []string, fold bool) (globs, error) {
	var all globs
	for _, pattern := range patterns {
		g, err := compileGlob(parameter, pattern, fold)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// spreadStars writes "**x" as "**/*x", which is what is meant by it.
func spreadStars(pattern string) string {
	names := strings.Split(pattern, "/")
	for i, name := range names {
		if rest, found := strings.CutPrefix(name, "**"); found && rest != "" && len(names) > 1 {
			names[i] = "**/*" + strings.TrimLeft(rest, "*")
		}
	}
	return strings.Join(names, "/")
}

// reach finds which directories the pattern can match in.
func (g *glob) reach() {
	if strings.ContainsAny(g.pattern, `{\`) { // a slash may hide in there
		g.deep = true
		return
	}
	names := strings.Split(g.pattern, "/")
	spelled := 0
	for spelled < len(names)-1 && !strings.ContainsAny(names[spelled], "*?[") {
		spelled++
	}
	g.prefix = strings.Join(names[:spelled], "/")
	g.depth = len(names)
	g.deep = strings.Contains(g.pattern, "**")
}

// match tells whether a file matches, whose search started at root. Both paths
// are clean.
func (g glob) match(p, root string) bool {
	if g.fold {
		p, root = strings.ToLower(p), strings.ToLower(root)
	}
	if g.bare {
		return doublestar.MatchUnvalidated(g.pattern, path.Base(p))
	}
	if doublestar.MatchUnvalidated(g.pattern, p[1:]) {
		return true
	}
	return !g.absolute && root != "/" && doublestar.MatchUnvalidated(g.pattern, relative(p, root))
}

// mayContain tells whether something below a directory can match.
func (g glob) mayContain(dir, root string) bool {
	if g.bare {
		return true
	}
	if g.fold {
		dir, root = strings.ToLower(dir), strings.ToLower(root)
	}
	if g.leadsTo(strings.TrimPrefix(dir, "/")) {
		return true
	}
	return !g.absolute && root != "/" && g.leadsTo(relative(dir, root))
}

func (g glob) leadsTo(dir string) bool {
	if dir == "" || g.prefix == "" && g.deep {
		return true
	}
	if !g.deep && strings.Count(dir, "/")+1 >= g.depth {
		return false
	}
	return g.prefix == "" || dir == g.prefix ||
		strings.HasPrefix(dir, g.prefix+"/") || strings.HasPrefix(g.prefix, dir+"/")
}

// namesHidden tells whether the pattern itself spells a hidden name out.
func (g glob) namesHidden() bool {
	for name := range strings.SplitSeq(g.pattern, "/") {
		if strings.HasPrefix(name, ".") || name == "node_modules" {
			return true
		}
	}
	return false
}

// match tells whether one of the globs matches a path or a directory above it.
func (g globs) match(p, root string) bool {
	for _, one := range g {
		if one.match(p, root) {
			return true
		}
	}
	return false
}

func relative(p, root string) string {
	if root == "/" {
		return strings.TrimPrefix(p, "/")
	}
	return strings.TrimPrefix(strings.TrimPrefix(p, root), "/")
}

// alternatives counts the patterns that braces expand to, up to a bound: each
// may have to be tried.
func alternatives(pattern string) int {
	total, _ := expand(pattern, 0)
	return total
}

// expand counts from a position up to the end of its group.
func expand(pattern string, at int) (total, end int) {
	product := 1
	for at < len(pattern) {
		switch pattern[at] {
		case '\\':
			at++
		case '{':
			var inner int
			inner, at = expand(pattern, at+1)
			product = min(product*inner, maxAlternatives+1)
		case ',':
			total = min(total+product, maxAlternatives+1)
			product = 1
		case '}':
			return min(total+product, maxAlternatives+1), at
		}
		at++
	}
	// At the top level a comma is a comma; counting it is on the safe side.
	return min(total+product, maxAlternatives+1), at
}
