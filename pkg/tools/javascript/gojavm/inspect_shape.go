package gojavm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// shape finds out what kind of object it is and how that kind is shown.
func (in *inspector) shape(o *goja.Object, kind, name string, level int) shape {
	switch kind {
	case "Array":
		s := shape{open: "[", close: "]", isList: true}
		if name != "Array" {
			s.prefix = in.prefix(o, name, "Array") + "(" + strconv.Itoa(length(o)) + ") "
		}
		in.items(o, &s, level)
		return s
	case "Map":
		return in.mapShape(o, name, level)
	case "Set":
		return in.setShape(o, name, level)
	case "WeakMap", "WeakSet":
		return shape{prefix: in.prefix(o, name, kind) + " ", open: "{", close: "}", parts: []string{"<items unknown>"}}
	case "Function", "AsyncFunction", "GeneratorFunction":
		return shape{base: in.function(o, kind, name), open: "{", close: "}"}
	case "Error":
		return in.errorShape(o, level)
	case "RegExp":
		v, err := in.w.prims.regexpSource(o)
		if err != nil {
			panic(err)
		}
		return shape{base: v.String(), open: "{", close: "}"}
	case "Date":
		base := "Invalid Date"
		if v, err := in.w.prims.dateString(o); err == nil {
			base = v.String()
		}
		return shape{base: base, open: "{", close: "}"}
	case "Number", "Boolean", "String", "Symbol", "BigInt":
		return shape{base: "[" + kind + ": " + in.boxed(o, kind) + "]", open: "{", close: "}", isList: kind == "String"}
	case "Promise":
		return in.promiseShape(o, name, level)
	case "ArrayBuffer":
		return in.bufferShape(o, name)
	case "Arguments":
		s := shape{prefix: "[Arguments] ", open: "[", close: "]", isList: true}
		in.items(o, &s, level)
		return s
	}
	if isTypedArray(kind) {
		s := shape{prefix: fmt.Sprintf("%s(%d) ", in.prefix(o, name, kind), length(o)), open: "[", close: "]", isList: true}
		in.items(o, &s, level)
		return s
	}
	s := shape{open: "{", close: "}"}
	if p := in.prefix(o, name, "Object"); p != "Object" {
		s.prefix = p + " "
	}
	return s
}

// boxed shows the primitive in an object such as new Number(3).
func (in *inspector) boxed(o *goja.Object, kind string) string {
	value, ok := goja.AssertFunction(lookUp(in.w.rt, kind+".prototype").Get("valueOf"))
	if !ok {
		return ""
	}
	v, err := value(o)
	if err != nil {
		return ""
	}
	return in.primitive(v)
}

func length(o *goja.Object) int {
	if n := o.Get("length"); n != nil {
		return int(n.ToInteger())
	}
	return 0
}

// items adds the items of a list; holes are counted, not listed.
func (in *inspector) items(o *goja.Object, s *shape, level int) {
	in.indent += 2
	defer func() { in.indent -= 2 }()
	n, holes := length(o), 0
	endHoles := func() {
		if holes == 1 {
			s.parts = append(s.parts, "<1 empty item>")
		} else if holes > 1 {
			s.parts = append(s.parts, "<"+strconv.Itoa(holes)+" empty items>")
		}
		holes = 0
	}
	sparse := sparseKeys(o, n)
	for i := 0; i < n; i++ {
		if len(s.parts) >= maxItems || in.budget <= 0 {
			endHoles()
			more(s, n-i)
			return
		}
		key := strconv.Itoa(i)
		v := o.Get(key)
		if v == nil {
			holes++
			if sparse != nil { // step over the gap at once
				next := sparse(i)
				holes += next - i - 1
				i = next - 1
			}
			continue
		}
		endHoles()
		s.parts = append(s.parts, in.property(o, in.w.rt.ToValue(key), level))
	}
	endHoles()
}

// sparseKeys gives a function that finds the next item after a gap, for arrays
// that are mostly gaps.
func sparseKeys(o *goja.Object, n int) func(i int) int {
	if n < 10_000 {
		return nil
	}
	var keys []string
	return func(i int) int {
		if keys == nil {
			keys = o.Keys()
		}
		for len(keys) > 0 {
			k, err := strconv.Atoi(keys[0])
			if err != nil {
				return n
			}
			if k > i {
				return k
			}
			keys = keys[1:]
		}
		return n
	}
}

// more notes what was left out.
func more(s *shape, n int) {
	if n == 1 {
		s.parts = append(s.parts, "... 1 more item")
	} else if n > 1 {
		s.parts = append(s.parts, "... "+strconv.Itoa(n)+" more items")
	}
}

func (in *inspector) mapShape(o *goja.Object, name string, level int) shape {
	s := shape{open: "{", close: "}"}
	in.indent += 2
	count := 0
	in.each(in.w.prims.mapEach, o, func(value, key goja.Value) {
		if count++; count <= maxItems {
			s.parts = append(s.parts, in.value(key, level+1)+" => "+in.value(value, level+1))
		}
	})
	in.indent -= 2
	more(&s, count-maxItems)
	s.prefix = fmt.Sprintf("%s(%d) ", in.prefix(o, name, "Map"), count)
	return s
}

func (in *inspector) setShape(o *goja.Object, name string, level int) shape {
	s := shape{open: "{", close: "}"}
	in.indent += 2
	count := 0
	in.each(in.w.prims.setEach, o, func(value, _ goja.Value) {
		if count++; count <= maxItems {
			s.parts = append(s.parts, in.value(value, level+1))
		}
	})
	in.indent -= 2
	more(&s, count-maxItems)
	s.prefix = fmt.Sprintf("%s(%d) ", in.prefix(o, name, "Set"), count)
	return s
}

// each calls f for each entry of a Map or Set, with builtins of our own keeping.
func (in *inspector) each(forEach goja.Callable, o *goja.Object, f func(value, key goja.Value)) {
	_, err := forEach(o, in.w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		f(call.Argument(0), call.Argument(1))
		return goja.Undefined()
	}))
	if err != nil {
		panic(err)
	}
}

func (in *inspector) promiseShape(o *goja.Object, name string, level int) shape {
	s := shape{prefix: in.prefix(o, name, "Promise") + " ", open: "{", close: "}"}
	p, _ := o.Export().(*goja.Promise)
	switch {
	case p == nil || p.State() == goja.PromiseStatePending:
		s.parts = []string{"<pending>"}
	default:
		in.indent += 2
		text := in.value(p.Result(), level+1)
		in.indent -= 2
		if p.State() == goja.PromiseStateRejected {
			text = "<rejected> " + text
		}
		s.parts = []string{text}
	}
	return s
}

func (in *inspector) bufferShape(o *goja.Object, name string) shape {
	b, _ := o.Export().(goja.ArrayBuffer)
	data := b.Bytes()
	s := shape{prefix: in.prefix(o, name, "ArrayBuffer") + " ", open: "{", close: "}"}
	s.parts = []string{"[Uint8Contents]: <" + hexBytes(data, 50) + ">", "byteLength: " + strconv.Itoa(len(data))}
	return s
}

// hexBytes shows bytes in hexadecimal, at most n of them.
func hexBytes(data []byte, n int) string {
	rest := ""
	if len(data) > n {
		rest = fmt.Sprintf(" ... %d more bytes", len(data)-n)
		data = data[:n]
	}
	return strings.TrimPrefix(fmt.Sprintf("% x", data), " ") + rest
}

// function shows a function or a class by its name.
func (in *inspector) function(o *goja.Object, kind, name string) string {
	own, _ := text(nonNil(in.own(o, in.w.rt.ToValue("name"))))
	source := ""
	if v, err := in.w.prims.funcSource(o); err == nil {
		source = v.String()
	}
	if strings.HasPrefix(source, "class") {
		if own == "" {
			own = "(anonymous)"
		}
		text := "[class " + own
		if parent := o.Prototype(); parent != nil {
			if p := in.own(parent, in.w.rt.ToValue("name")); p != nil && p.String() != "" {
				text += " extends " + p.String()
			}
		}
		return text + "]"
	}
	if kind == "Function" { // goja does not say so of every function
		if strings.HasPrefix(source, "async ") {
			kind = "AsyncFunction"
		} else if name == "GeneratorFunction" {
			kind = name
		}
	}
	if own == "" {
		return "[" + kind + " (anonymous)]"
	}
	return "[" + kind + ": " + own + "]"
}
