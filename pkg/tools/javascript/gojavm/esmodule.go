package gojavm

import (
	"regexp"
	"strings"

	"github.com/dop251/goja/ast"
)

// goja knows no import and export. moduleCode rewrites them, where the parser
// stumbles over them and so never inside text, to require and to assignments to
// an object exports. Lines stay lines.
type moduleCode struct {
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

// rewrite rewrites the statement at a place of the code; false where there is none.
func (m *moduleCode) rewrite(at int) bool {
	rest := m.code[at:]
	replace := func(length int, text string) bool {
		removed := m.code[at : at+length]
		text += strings.Repeat("\n", strings.Count(removed, "\n")-strings.Count(text, "\n"))
		m.code = m.code[:at] + text + rest[length:]
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
	if found := importDynamic.FindString(rest); found != "" {
		return replace(len(found), asyncEntry)
	}
	if found := importMeta.FindString(rest); found != "" {
		return replace(len(found), "({url:'file:///script.js',filename:'/script.js',dirname:'/'})")
	}
	if found := importStatement.FindStringSubmatch(rest); found != nil {
		return replace(len(found[0]), importText(found[1], found[2], found[3], found[4]+found[5]))
	}
	if found := exportFrom.FindStringSubmatch(rest); found != nil {
		return replace(len(found[0]), reexportText(found[1], found[2], found[3]+found[4]))
	}
	if found := exportList.FindStringSubmatch(rest); found != nil {
		for _, pair := range pairs(found[1]) {
			m.exports = append(m.exports, exportedName{pair[0], pair[1]})
		}
		return blank(len(found[0]))
	}
	if found := exportDefault.FindString(rest); found != "" {
		if f := namedFunction.FindStringSubmatch(rest[len(found):]); f != nil && f[1] != "extends" {
			m.exports = append(m.exports, exportedName{f[1], "default"})
			return blank(len(found))
		}
		m.exports = append(m.exports, exportedName{"", "default"})
		return replace(len(found), "exports.default=")
	}
	if found := exportNamed.FindStringSubmatch(rest); found != nil {
		m.exports = append(m.exports, exportedName{found[1], found[1]})
		return blank(len("export"))
	}
	if exportValue.MatchString(rest) {
		// Only what stands before this place is rewritten later on its own line, and
		// statements are rewritten in their order, so the place stays true.
		m.declared = append(m.declared, at+strings.IndexAny(rest[len("export"):], "clv")+len("export"))
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
func (m *moduleCode) closing(body []ast.Statement, shift int) string {
	names := append([]exportedName(nil), m.exports...)
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
		for _, at := range m.declared {
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
