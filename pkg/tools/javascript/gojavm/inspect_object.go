package gojavm

import (
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/dop251/goja"
)

var plainKey = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// shape is how an object is shown: a prefix, brackets, and parts before its
// own properties.
type shape struct {
	prefix      string
	open, close string
	parts       []string
	isList      bool
	// base stands for the object where it has no properties to show, and before
	// them where it has.
	base string
	// skip are property names that base or parts show already.
	skip map[string]bool
}

// object shows an object that is not being shown further out.
func (in *inspector) object(o *goja.Object, level int) string {
	in.w.check()
	kind, name := in.w.kind(o), in.constructorName(o)
	if level > in.depth && !isFunction(kind) && kind != "Error" && kind != "RegExp" && kind != "Date" {
		if kind == "Array" {
			return "[Array]"
		}
		return "[" + in.prefix(o, name, "Object") + "]"
	}
	in.seen = append(in.seen, o)
	in.deepest = level
	s := in.shape(o, kind, name, level)
	in.properties(o, &s, level)
	in.seen = in.seen[:len(in.seen)-1]

	var text string
	switch {
	case len(s.parts) == 0 && s.base != "":
		text = s.base
	case len(s.parts) == 0:
		text = s.prefix + s.open + s.close
	default:
		prefix := s.prefix
		if s.base != "" {
			prefix = s.base + " "
		}
		text = in.layout(s.parts, prefix, s.open, s.close, level, s.isList)
	}
	if n := in.circular[o]; n > 0 {
		text = "<ref *" + strconv.Itoa(n) + "> " + text
	}
	return text
}

// constructorName is the name of the function that made the object, or "" for an
// object without a prototype.
func (in *inspector) constructorName(o *goja.Object) string {
	for p := o; p != nil; p = p.Prototype() {
		if _, ok := asProxy(p); ok {
			return "Object"
		}
		c, ok := in.own(p, in.w.rt.ToValue("constructor")).(*goja.Object)
		if !ok || !isFunction(c.ClassName()) {
			continue
		}
		if name, ok := text(nonNil(in.own(c, in.w.rt.ToValue("name")))); ok && name != "" && in.w.rt.InstanceOf(o, c) {
			return name
		}
	}
	return ""
}

// own is the value of an own property that is no accessor, or nil.
func (in *inspector) own(o *goja.Object, key goja.Value) goja.Value {
	d, err := in.w.prims.descriptor(goja.Undefined(), o, key)
	if err != nil {
		panic(err)
	}
	if d, ok := d.(*goja.Object); ok {
		return d.Get("value")
	}
	return nil
}

// prefix is the constructor's name and the tag, as far as they say something.
func (in *inspector) prefix(o *goja.Object, name, usual string) string {
	tag, _ := text(nonNil(o.GetSymbol(goja.SymToStringTag)))
	if tag != "" && in.own(o, goja.SymToStringTag) != nil {
		tag = ""
	}
	out := name
	if name == "" {
		out = "[" + usual + ": null prototype]"
	}
	if tag != "" && tag != name {
		out += " [" + tag + "]"
	}
	return out
}

// properties adds the object's own enumerable properties to its parts.
func (in *inspector) properties(o *goja.Object, s *shape, level int) {
	in.indent += 2
	defer func() { in.indent -= 2 }()
	for _, key := range o.Keys() {
		if s.skip[key] || s.isList && isIndex(key) {
			continue
		}
		if in.budget <= 0 {
			s.parts = append(s.parts, "...")
			return
		}
		label := key
		if !plainKey.MatchString(key) {
			label = quote(key)
		}
		s.parts = append(s.parts, label+": "+in.property(o, in.w.rt.ToValue(key), level))
	}
	for _, sym := range o.Symbols() {
		d, err := in.w.prims.descriptor(goja.Undefined(), o, sym)
		if err != nil {
			panic(err)
		}
		if d, ok := d.(*goja.Object); ok && d.Get("enumerable").ToBoolean() {
			s.parts = append(s.parts, "["+symbolText(sym)+"]: "+in.property(o, sym, level))
		}
	}
}

// property shows one property without calling a getter.
func (in *inspector) property(o *goja.Object, key goja.Value, level int) string {
	v, err := in.w.prims.descriptor(goja.Undefined(), o, key)
	if err != nil {
		panic(err)
	}
	d, ok := v.(*goja.Object)
	if !ok {
		return "undefined"
	}
	if value := d.Get("value"); value != nil {
		text := in.value(value, level+1)
		in.budget -= len(text)
		return text
	}
	get, set := d.Get("get"), d.Get("set")
	switch {
	case get == nil || goja.IsUndefined(get):
		return "[Setter]"
	case set == nil || goja.IsUndefined(set):
		return "[Getter]"
	}
	return "[Getter/Setter]"
}

func isIndex(key string) bool {
	n, err := strconv.ParseUint(key, 10, 32)
	return err == nil && strconv.FormatUint(n, 10) == key
}

func nonNil(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// shortenHead keeps at most n bytes of a text, in whole characters.
func shortenHead(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
