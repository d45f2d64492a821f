package gojavm

import (
	"regexp"
	"strings"

	"github.com/dop251/goja/ast"
)

// goja knows no import and export. lowered rewrites them, where the parser
// stumbles over them and so never inside text, to require and to assignments to
// an object exports. Lines stay lines.
type lowered struct {
	code string
	// exports are the names that other modules see, by the local ones; an empty
	// local name means that the code assigns the export itself.
	exports []exportedName
	// declared are the places of exported const, let and var.
	declared []int
}

type exportedName struct{ local, name string }

// maxImports bounds the statements that one module may have rewritten.
const maxImports = 500

// The forms of import and export, from their first character.
var (
	importDynamic   = regexp.MustCompile(`^import\s*\(`)
	importMeta      = regexp.MustCompile(`^import\s*\.\s*meta\b`)
	importStatement = regexp.MustCompile(`^import\s*(?:([\p{L}\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\p{L}\w$]+)\s*|\{([^}]*)\}\s*)?(?:from\s*)?(?:'([^'\n]+)'|"([^"\n]+)")(?:\s*with\s*\{[^}]*\})?\s*?;?`)
	exportDefault   = regexp.MustCompile(`^export\s+default\s+`)
	exportFrom      = regexp.MustCompile(`^export\s*(?:\*(?:\s*as\s+([\p{L}\w$]+))?|\{([^}]*)\})\s*from\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*?;?`)
	exportList      = regexp.MustCompile(`^export\s*\{([^}]*)\}\s*?;?`)
	exportNamed     = regexp.MustCompile(`^export\s+(?:async\s+)?(?:function\b\s*\*?|class\b)\s*([\p{L}\w$]+)`)
	exportValue     = regexp.MustCompile(`^export\s+(?:const|let|var)\b`)
	namedFunction   = regexp.MustCompile(`^(?:async\s+)?(?:function\b\s*\*?|class\b)\s*([\p{L}\w$]+)`)
	comments        = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
)

const (
	interop    = "((m)=>m&&m.__esModule?m.default:m)"
	asyncEntry = "(async(s)=>{const m=require(s);return m&&m.__esModule?m:{...m,default:m}})("
)

// lower rewrites the statement at a place of the code; false where there is none.
func (l *lowered) lower(at int) bool {
	rest := l.code[at:]
	replace := func(length int, text string) bool {
		removed := l.code[at : at+length]
		text += strings.Repeat("\n", strings.Count(removed, "\n")-strings.Count(text, "\n"))
		l.code = l.code[:at] + text + rest[length:]
		return true
	}
	blank := func(length int) bool {
		return replace(length, strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, rest[:length]))
	}
	if m := importDynamic.FindString(rest); m != "" {
		return replace(len(m), asyncEntry)
	}
	if m := importMeta.FindString(rest); m != "" {
		return replace(len(m), "({url:'file:///script.js',filename:'/script.js',dirname:'/'})")
	}
	if m := importStatement.FindStringSubmatch(rest); m != nil {
		return replace(len(m[0]), importText(m[1], m[2], m[3], m[4]+m[5]))
	}
	if m := exportFrom.FindStringSubmatch(rest); m != nil {
		return replace(len(m[0]), reexportText(m[1], m[2], m[3]+m[4]))
	}
	if m := exportList.FindStringSubmatch(rest); m != nil {
		for _, pair := range pairs(m[1]) {
			l.exports = append(l.exports, exportedName{pair[0], pair[1]})
		}
		return blank(len(m[0]))
	}
	if m := exportDefault.FindString(rest); m != "" {
		if f := namedFunction.FindStringSubmatch(rest[len(m):]); f != nil && f[1] != "extends" {
			l.exports = append(l.exports, exportedName{f[1], "default"})
			return blank(len(m))
		}
		l.exports = append(l.exports, exportedName{"", "default"})
		return replace(len(m), "exports.default=")
	}
	if m := exportNamed.FindStringSubmatch(rest); m != nil {
		l.exports = append(l.exports, exportedName{m[1], m[1]})
		return blank(len("export"))
	}
	if exportValue.MatchString(rest) {
		// Only what stands before this place is rewritten later on its own line, and
		// statements are rewritten in their order, so the place stays true.
		l.declared = append(l.declared, at+strings.IndexAny(rest[len("export"):], "clv")+len("export"))
		return blank(len("export"))
	}
	return false
}

// importText is what an import of a module becomes.
func importText(name, namespace, list, from string) string {
	call := "require(" + quote(from) + ")"
	var targets []string
	if name != "" {
		targets = append(targets, name+"="+interop+"("+call+")")
	}
	if namespace != "" {
		targets = append(targets, namespace+"="+call)
	}
	if names := pairs(list); len(names) > 0 {
		var members []string
		for _, pair := range names {
			members = append(members, pair[0]+":"+pair[1])
		}
		targets = append(targets, "{"+strings.Join(members, ",")+"}="+call)
	}
	if len(targets) == 0 {
		return call + ";"
	}
	return "const " + strings.Join(targets, ",") + ";"
}

// reexportText is what an export from another module becomes.
func reexportText(namespace, list, from string) string {
	call := "require(" + quote(from) + ")"
	switch {
	case namespace != "":
		return "exports." + namespace + "=" + call + ";"
	case list == "":
		return "Object.assign(exports," + call + ");"
	}
	text := ""
	for _, pair := range pairs(list) {
		text += "exports." + pair[1] + "=" + call + "." + pair[0] + ";"
	}
	return text
}

// pairs reads "a, b as c": each name, and the one it gets.
func pairs(list string) [][2]string {
	var out [][2]string
	for _, item := range strings.Split(comments.ReplaceAllString(list, ""), ",") {
		words := strings.Fields(item)
		switch {
		case len(words) == 1:
			out = append(out, [2]string{words[0], words[0]})
		case len(words) == 3 && words[1] == "as":
			out = append(out, [2]string{words[0], words[2]})
		}
	}
	return out
}

// closing ends the body of the module's function: it gives the exports.
func (l *lowered) closing(body []ast.Statement, shift int) string {
	names := append([]exportedName(nil), l.exports...)
	for _, s := range body {
		var list []*ast.Binding
		switch s := s.(type) {
		case *ast.LexicalDeclaration:
			list = s.List
		case *ast.VariableStatement:
			list = s.List
		default:
			continue
		}
		for _, at := range l.declared {
			if int(s.Idx0())-1-shift == at {
				for _, binding := range list {
					names = bound(binding.Target, names)
				}
			}
		}
	}
	text := "\n"
	for _, name := range names {
		if name.local != "" {
			text += ";exports." + name.name + "=" + name.local
		}
	}
	return text + closing
}

// bound adds the names that a target of a declaration binds.
func bound(target ast.Expression, names []exportedName) []exportedName {
	switch t := target.(type) {
	case *ast.Identifier:
		return append(names, exportedName{t.Name.String(), t.Name.String()})
	case *ast.AssignExpression:
		return bound(t.Left, names)
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			names = bound(e, names)
		}
		return bound(t.Rest, names)
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				names = bound(&p.Name, names)
			case *ast.PropertyKeyed:
				names = bound(p.Value, names)
			}
		}
		return bound(t.Rest, names)
	}
	return names
}
