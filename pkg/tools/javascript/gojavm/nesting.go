package gojavm

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// nesting are the builtins that call back into the script, by the objects they
// are members of. A call through one nests goja in itself.
var nesting = map[string]string{
	"Array":              "from",
	"Array.prototype":    "map forEach filter some every find findIndex findLast findLastIndex reduce reduceRight flatMap sort",
	"Function.prototype": "call apply",
	"JSON":               "stringify parse",
	"Map.prototype":      "forEach",
	"Set.prototype":      "forEach",
	"Reflect":            "apply construct",
	"String.prototype":   "replace replaceAll",
}

// nestedShare is the part of the call depth that may go through builtins, where
// each call takes several. Past it a script gets a RangeError that it can catch;
// goja's own for the whole depth is rethrown at each nested builtin, with all
// before it still on the stack, which takes seconds for a few thousand.
const nestedShare = 5

// nestedAtOnce is how many nested builtins may lie on the host's stack: each costs
// up to half a KiB of what is a megabyte, or less.
const nestedAtOnce = 256

// boundNesting makes those builtins count how deep they are nested.
func (w *world) boundNesting() {
	depth, most := 0, max(w.limits.CallDepth/nestedShare, 1)
	for owner, names := range nesting {
		o := lookUp(w.rt, owner)
		for name := range strings.FieldsSeq(names) {
			builtin, ok := o.Get(name).(*goja.Object)
			if !ok {
				continue
			}
			call, ok := builtin.Export().(func(goja.FunctionCall) goja.Value)
			if !ok {
				continue
			}
			counted := w.function(name, func(c goja.FunctionCall) goja.Value {
				depth++
				defer func() { depth-- }()
				if depth > most {
					w.throw("RangeError", stackExceeded+script.NewLimitError(script.LimitStack, w.limits).Message)
				}
				if depth%nestedAtOnce == 0 {
					yield()
				}
				return call(c)
			})
			_ = counted.DefineDataProperty("length", builtin.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			_ = o.DefineDataProperty(name, counted, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}
