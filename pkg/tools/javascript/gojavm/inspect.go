package gojavm

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// How values are shown: as Node's util.inspect does, but two levels deeper.
const (
	inspectDepth  = 4
	maxItems      = 100    // of an array, a Map or a Set
	maxText       = 10_000 // characters of a string inside another value
	breakLength   = 80
	combineLevels = 3       // how many inner levels may share a line
	inspectBudget = 2 << 20 // characters of one whole value, roughly
)

// inspect shows a value.
func (w *world) inspect(v goja.Value) string { return w.inspectTo(v, inspectDepth) }

// inspectTo shows a value down to a depth.
func (w *world) inspectTo(v goja.Value, depth int) string {
	in := &inspector{w: w, depth: depth, budget: inspectBudget}
	return in.value(v, 0)
}

// inspector shows one value and what is in it.
type inspector struct {
	w      *world
	depth  int
	budget int
	// seen are the objects that are being shown; circular numbers those that
	// were met again inside themselves.
	seen     []*goja.Object
	circular map[*goja.Object]int
	indent   int
	// deepest is the level of the object that was shown last.
	deepest int
}

// value shows any value at a level.
func (in *inspector) value(v goja.Value, level int) string {
	object, ok := v.(*goja.Object)
	if !ok {
		return in.primitive(v)
	}
	if in.budget <= 0 {
		return "..."
	}
	for {
		proxy, ok := asProxy(object)
		if !ok {
			break
		}
		if object = proxy.Target(); object == nil {
			return "<Revoked Proxy>"
		}
	}
	if s, ok := in.custom(object, level); ok {
		return s
	}
	for _, s := range in.seen {
		if s == object {
			if in.circular == nil {
				in.circular = map[*goja.Object]int{}
			}
			n := in.circular[object]
			if n == 0 {
				n = len(in.circular) + 1
				in.circular[object] = n
			}
			return "[Circular *" + strconv.Itoa(n) + "]"
		}
	}
	text := in.object(object, level)
	in.budget -= len(text)
	return text
}

// custom calls the object's own way of being shown, if it has one.
func (in *inspector) custom(o *goja.Object, level int) (string, bool) {
	if in.w.prims.inspectSym == nil {
		return "", false
	}
	f, ok := goja.AssertFunction(nonNil(o.GetSymbol(in.w.prims.inspectSym)))
	if !ok {
		return "", false
	}
	shown, err := f(o, in.w.rt.ToValue(in.depth-level), in.w.rt.NewObject())
	if err != nil {
		panic(err)
	}
	if s, ok := text(shown); ok {
		return strings.ReplaceAll(s, "\n", "\n"+strings.Repeat(" ", in.indent)), true
	}
	if shown.SameAs(o) {
		return "", false
	}
	return in.value(shown, level), true
}

// primitive shows a value that is no object.
func (in *inspector) primitive(v goja.Value) string {
	if v == nil {
		return "undefined"
	}
	if s, ok := text(v); ok {
		return in.quotedText(s)
	}
	if s, ok := v.(*goja.Symbol); ok {
		return symbolText(s)
	}
	if x, ok := v.Export().(float64); ok && x == 0 && 1/x < 0 {
		return "-0"
	}
	if isBigInt(v) {
		return v.String() + "n"
	}
	return v.String()
}

// quotedText quotes a string; a long one of several lines is broken at them.
func (in *inspector) quotedText(s string) string {
	more := ""
	if n := len(s); n > maxText {
		s = shortenHead(s, maxText)
		more = "... " + strconv.Itoa(n-len(s)) + " more characters"
	}
	if len(s) > 16 && len(s) > breakLength-in.indent-4 && strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
		lines := strings.SplitAfter(s, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		for i := range lines {
			lines[i] = quote(lines[i])
		}
		return strings.Join(lines, " +\n"+strings.Repeat(" ", in.indent+2)) + more
	}
	return quote(s) + more
}

// quote writes a string as JavaScript, with the quotes that need least escaping.
func quote(s string) string {
	mark := byte('\'')
	if strings.Contains(s, "'") {
		if !strings.Contains(s, `"`) {
			mark = '"'
		} else if !strings.Contains(s, "`") && !strings.Contains(s, "${") {
			mark = '`'
		}
	}
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(mark)
	for _, r := range s {
		switch {
		case r == rune(mark) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == '\v':
			b.WriteString(`\v`)
		case r < ' ' || r >= 0x7f && r <= 0x9f:
			const hex = "0123456789ABCDEF"
			b.WriteString(`\x` + string(hex[r>>4]) + string(hex[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(mark)
	return b.String()
}

// symbolText is Symbol(description).
func symbolText(s *goja.Symbol) string { return "Symbol(" + s.String() + ")" }

// layout joins the parts of an object: on one line if that is short and not too
// deep, else one per line.
func (in *inspector) layout(parts []string, prefix, open, close string, level int, isList bool) string {
	count := len(parts)
	if isList && count > 6 {
		parts = in.columns(parts)
	}
	if prefix != "" {
		open = prefix + open
	}
	if in.deepest-level < combineLevels && count == len(parts) && !strings.Contains(open, "\n") {
		if in.fits(parts, len(open)+in.indent+10) {
			line := strings.Join(parts, ", ")
			if !strings.Contains(line, "\n") {
				return open + " " + line + " " + close
			}
		}
	}
	margin := "\n" + strings.Repeat(" ", in.indent)
	return open + margin + "  " + strings.Join(parts, ","+margin+"  ") + margin + close
}

// fits tells whether the parts are short enough for one line.
func (in *inspector) fits(parts []string, start int) bool {
	total := 2*len(parts) + start
	for _, p := range parts {
		if total += width(p); total > breakLength {
			return false
		}
	}
	return total <= breakLength
}
