package gojavm

import "github.com/dop251/goja"

// lateBuiltins are builtins of the language that goja lacks: by the object that
// they belong to, a path from the global object. Each stands in js/builtins.js
// under "Object.name", and that file runs when the first of them is looked at.
var lateBuiltins = map[string][]string{
	"Object":           {"groupBy"},
	"Map":              {"groupBy"},
	"Promise":          {"withResolvers", "try"},
	"Array":            {"fromAsync"},
	"Math":             {"sumPrecise", "f16round"},
	"RegExp":           {"escape"},
	"Error":            {"captureStackTrace"},
	"String.prototype": {"isWellFormed", "toWellFormed"},
	"Map.prototype":    {"getOrInsert", "getOrInsertComputed"},
	"Set.prototype": {"union", "intersection", "difference", "symmetricDifference",
		"isSubsetOf", "isSupersetOf", "isDisjointFrom"},
	"Uint8Array":            {"fromBase64", "fromHex"},
	"Uint8Array.prototype":  {"toBase64", "toHex", "setFromBase64", "setFromHex"},
	"ArrayBuffer.prototype": {"transfer", "transferToFixedLength"},
	"%IteratorPrototype%": {"map", "filter", "take", "drop", "flatMap", "reduce", "toArray",
		"forEach", "some", "every", "find"},
}

// lateGlobals are globals of the language that goja lacks.
var lateGlobals = []string{"Iterator", "WeakRef", "FinalizationRegistry", "Intl"}

// replacedBuiltins are builtins that goja has and that give wrong answers.
var replacedBuiltins = map[string][]string{
	"Number.prototype": {"toLocaleString"},
	"Date.prototype":   {"toLocaleString", "toLocaleDateString", "toLocaleTimeString"},
}

// installBuiltins supplies what goja lacks. Nothing runs until it is used, and
// what a newer goja has of its own stays.
func (w *world) installBuiltins() {
	symbol := w.rt.Get("Symbol").ToObject(w.rt)
	for _, name := range []string{"asyncIterator", "dispose", "asyncDispose"} {
		if v := symbol.Get(name); v == nil || goja.IsUndefined(v) {
			_ = symbol.DefineDataProperty(name, goja.NewSymbol("Symbol."+name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		}
	}
	for _, name := range lateGlobals {
		if w.rt.Get(name) == nil {
			w.defineLazy(w.rt.GlobalObject(), name, func() goja.Value { return w.module("builtins").Get(name) })
		}
	}
	for path, names := range lateBuiltins {
		w.supply(path, names, false)
	}
	for path, names := range replacedBuiltins {
		w.supply(path, names, true)
	}
}

// supply defines builtins of one object that come from js/builtins.js.
func (w *world) supply(path string, names []string, replace bool) {
	o := w.builtin(path)
	if o == nil {
		return
	}
	for _, name := range names {
		if o.Get(name) == nil || replace {
			w.defineLazy(o, name, func() goja.Value { return w.module("builtins").Get(path + "." + name) })
		}
	}
}

// builtin finds an object by its path from the global object, or nil.
func (w *world) builtin(path string) *goja.Object {
	if path == "%IteratorPrototype%" {
		entries, err := w.rt.New(w.rt.Get("Map"))
		if err != nil {
			return nil
		}
		iterate, _ := goja.AssertFunction(entries.GetSymbol(goja.SymIterator))
		iterator, err := iterate(entries)
		if err != nil {
			return nil
		}
		return iterator.ToObject(w.rt).Prototype().Prototype()
	}
	return lookUp(w.rt, path)
}
