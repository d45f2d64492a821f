package gojavm

import (
	"strings"

	"github.com/dop251/goja"
)

// primordials are builtins as they were before the script could change them.
type primordials struct {
	descriptor   goja.Callable // Object.getOwnPropertyDescriptor
	mapEach      goja.Callable // Map.prototype.forEach
	setEach      goja.Callable // Set.prototype.forEach
	typedName    goja.Callable // the getter of a typed array's Symbol.toStringTag
	dateString   goja.Callable // Date.prototype.toISOString
	regexpSource goja.Callable // RegExp.prototype.toString
	funcSource   goja.Callable // Function.prototype.toString
	stringify    goja.Callable // JSON.stringify
	parse        goja.Callable // JSON.parse
	then         goja.Callable // Promise.prototype.then
	uint8Array   *goja.Object
	date         *goja.Object
	objectProto  *goja.Object
	errors       map[string]*goja.Object
	inspectSym   *goja.Symbol // Symbol.for('nodejs.util.inspect.custom')
}

func capture(rt *goja.Runtime) primordials {
	object := func(parent *goja.Object, names ...string) *goja.Object {
		for _, name := range names {
			parent = parent.Get(name).ToObject(rt)
		}
		return parent
	}
	function := func(names ...string) goja.Callable {
		f, _ := goja.AssertFunction(object(rt.GlobalObject(), names...))
		return f
	}
	p := primordials{
		descriptor:   function("Object", "getOwnPropertyDescriptor"),
		mapEach:      function("Map", "prototype", "forEach"),
		setEach:      function("Set", "prototype", "forEach"),
		dateString:   function("Date", "prototype", "toISOString"),
		regexpSource: function("RegExp", "prototype", "toString"),
		funcSource:   function("Function", "prototype", "toString"),
		stringify:    function("JSON", "stringify"),
		parse:        function("JSON", "parse"),
		then:         function("Promise", "prototype", "then"),
		uint8Array:   object(rt.GlobalObject(), "Uint8Array"),
		date:         object(rt.GlobalObject(), "Date"),
		objectProto:  object(rt.GlobalObject(), "Object", "prototype"),
		errors:       map[string]*goja.Object{},
	}
	for _, name := range []string{"Error", "TypeError", "RangeError", "SyntaxError"} {
		p.errors[name] = object(rt.GlobalObject(), name)
	}
	typed := p.uint8Array.Prototype().Get("prototype").ToObject(rt)
	if d, err := p.descriptor(goja.Undefined(), typed, goja.SymToStringTag); err == nil {
		p.typedName, _ = goja.AssertFunction(d.ToObject(rt).Get("get"))
	}
	symbolFor := function("Symbol", "for")
	if s, err := symbolFor(rt.Get("Symbol"), rt.ToValue("nodejs.util.inspect.custom")); err == nil {
		p.inspectSym, _ = s.(*goja.Symbol)
	}
	return p
}

// lookUp follows a path of names from the global object; nil where it ends early.
func lookUp(rt *goja.Runtime, path string) *goja.Object {
	o := rt.GlobalObject()
	for _, name := range strings.Split(path, ".") {
		v, ok := o.Get(name).(*goja.Object)
		if !ok {
			return nil
		}
		o = v
	}
	return o
}
