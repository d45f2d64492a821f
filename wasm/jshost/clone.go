package jshost

import (
	"reflect"

	"github.com/dop251/goja"
)

// How goja exports a Map and a Set, by which they are told from other objects.
var (
	mapType = reflect.TypeFor[[][2]any]()
	setType = reflect.TypeFor[[]any]()
)

// message is a value on its way between realms: what the structured clone
// algorithm makes of it, independent of any runtime.
type message struct {
	root  item
	nodes []*node
	ports []*portCore
}

// item is a primitive, or a reference to a node. Primitives of goja are immutable
// and may be shared between runtimes; node is 0 for them.
type item struct {
	value goja.Value
	node  int // index into nodes, plus one
}

// node is one object. Which fields count depends on the kind.
type node struct {
	kind   string // "Object", "Array", "Map", "Set", "Error", "Date", "RegExp", "ArrayBuffer", "view", "boxed", "port", "module"
	name   string // of the class of an error or a view
	keys   []goja.Value
	items  []item
	bytes  []byte
	length int // of an array; of a view, in elements
	offset int // of a view, in bytes
	core   any // *portCore, *moduleData
}

// serializer clones one value. It panics with a JavaScript exception, as everything
// that runs below a JavaScript call may.
type serializer struct {
	realm    *realm
	message  *message
	seen     map[*goja.Object]int
	transfer map[*goja.Object]bool
}

// serialize clones v and takes what transfer lists away from this realm.
func (r *realm) serialize(v, transfer goja.Value) *message {
	s := &serializer{realm: r, message: &message{}, seen: map[*goja.Object]int{}, transfer: map[*goja.Object]bool{}}
	var list []*goja.Object
	if transfer != nil && !goja.IsUndefined(transfer) && !goja.IsNull(transfer) {
		r.vm.ForOf(transfer, func(entry goja.Value) bool {
			object, ok := entry.(*goja.Object)
			if !ok || !r.transferable(object) {
				r.throwDOM("DataCloneError", "Value at index %d does not have a transferable type.", len(list))
			}
			if s.transfer[object] {
				r.throwDOM("DataCloneError", "Value at index %d is a duplicate of an earlier one.", len(list))
			}
			s.transfer[object] = true
			list = append(list, object)
			return true
		})
	}
	s.message.root = s.item(v)
	for _, object := range list {
		if handle := r.portOf(object); handle != nil {
			s.message.ports = append(s.message.ports, handle.leave())
		} else if object.ExportType() == arrayBufferType {
			buffer := object.Export().(goja.ArrayBuffer)
			buffer.Detach()
		}
	}
	return s.message
}

func (r *realm) transferable(object *goja.Object) bool {
	if handle := r.portOf(object); handle != nil {
		return handle.core != nil
	}
	if object.ExportType() != arrayBufferType {
		return false
	}
	buffer := object.Export().(goja.ArrayBuffer)
	for _, i := range r.instances {
		if i.memory == buffer {
			return false // no engine lets go of a module's memory
		}
	}
	return !buffer.Detached()
}

func (s *serializer) item(v goja.Value) item {
	object, ok := v.(*goja.Object)
	if !ok {
		if symbol, ok := v.(*goja.Symbol); ok {
			s.realm.throwDOM("DataCloneError", "Symbol(%s) could not be cloned.", symbol.String())
		}
		if text, ok := v.(goja.String); ok {
			// Makes goja look at an imported string now; it would do so at the first
			// use, which may be in two runtimes at once.
			_ = text.Length()
		}
		return item{value: v}
	}
	if at, ok := s.seen[object]; ok {
		return item{node: at}
	}
	n := &node{}
	s.message.nodes = append(s.message.nodes, n)
	at := len(s.message.nodes)
	s.seen[object] = at
	s.fill(n, object)
	return item{node: at}
}

func (s *serializer) refuse(object *goja.Object) {
	text := "an object"
	if s.realm.vm.Try(func() { text = object.String() }) != nil || len(text) > 100 {
		text = "#<" + object.ClassName() + ">"
	}
	s.realm.throwDOM("DataCloneError", "%s could not be cloned.", text)
}

func (s *serializer) fill(n *node, object *goja.Object) {
	r := s.realm
	if _, callable := goja.AssertFunction(object); callable {
		s.refuse(object)
	}
	if module := r.moduleOf(object); module != nil {
		n.kind, n.core = "module", module
		return
	}
	if handle := r.portOf(object); handle != nil {
		if !s.transfer[object] {
			r.throwDOM("DataCloneError", "A MessagePort could not be cloned because it was not transferred.")
		}
		n.kind, n.core = "port", handle.core
		return
	}
	if tag := object.GetSymbol(r.hooks.platform); tag != nil && !goja.IsUndefined(tag) {
		r.throwDOM("DataCloneError", "#<%s> could not be cloned.", tag.String())
	}
	if object.ExportType() == arrayBufferType {
		buffer := object.Export().(goja.ArrayBuffer)
		n.kind, n.bytes = "ArrayBuffer", buffer.Bytes()
		if !s.transfer[object] {
			n.bytes = append([]byte{}, n.bytes...)
		}
		return
	}
	if r.isView(object) {
		n.kind, n.name = "view", object.GetSymbol(goja.SymToStringTag).String()
		n.items = []item{s.item(object.Get("buffer"))}
		n.offset = int(object.Get("byteOffset").ToInteger())
		if n.name == "DataView" {
			n.length = int(object.Get("byteLength").ToInteger())
		} else {
			n.length = int(object.Get("length").ToInteger())
		}
		return
	}
	n.kind = object.ClassName()
	switch object.ExportType() {
	case mapType:
		n.kind = "Map"
	case setType:
		if n.kind != "Array" {
			n.kind = "Set"
		}
	}
	switch n.kind {
	case "Array":
		n.length = int(object.Get("length").ToInteger())
		s.properties(n, object)
	case "Object":
		if kind := object.ExportType().Kind(); kind != reflect.Map {
			s.refuse(object)
		}
		s.properties(n, object)
	case "Error":
		n.name = object.Get("name").String()
		for _, key := range []string{"message", "stack", "cause"} {
			if v := object.Get(key); v != nil && !goja.IsUndefined(v) {
				n.keys = append(n.keys, r.vm.ToValue(key))
				n.items = append(n.items, s.item(v))
			}
		}
	case "Date":
		n.items = []item{{value: r.vm.ToValue(object.ToFloat())}}
	case "RegExp":
		n.items = []item{s.item(object.Get("source")), s.item(object.Get("flags"))}
	case "Map", "Set":
		r.vm.ForOf(object, func(entry goja.Value) bool {
			if n.kind == "Map" {
				pair := entry.(*goja.Object)
				n.items = append(n.items, s.item(pair.Get("0")), s.item(pair.Get("1")))
			} else {
				n.items = append(n.items, s.item(entry))
			}
			return true
		})
	case "Boolean", "Number", "String":
		valueOf, _ := goja.AssertFunction(object.Get("valueOf"))
		primitive, err := valueOf(object)
		if err != nil {
			panic(err)
		}
		n.kind, n.items = "boxed", []item{s.item(primitive)}
	default:
		s.refuse(object)
	}
}

func (s *serializer) properties(n *node, object *goja.Object) {
	for _, key := range object.Keys() {
		n.keys = append(n.keys, s.realm.vm.ToValue(key))
		n.items = append(n.items, s.item(object.Get(key)))
	}
}

// deserialize makes a message's value in this realm, and its transferred ports.
func (r *realm) deserialize(m *message) (data goja.Value, ports goja.Value) {
	objects := make([]*goja.Object, len(m.nodes))
	wrapped := map[*portCore]*goja.Object{}
	list := make([]any, 0, len(m.ports))
	for _, p := range m.ports {
		wrapped[p] = r.adopt(p)
		list = append(list, wrapped[p])
	}
	value := func(i item) goja.Value {
		if i.node > 0 {
			return objects[i.node-1]
		}
		return i.value
	}
	// All objects first and their contents afterwards, for the sake of cycles. A
	// view comes before its buffer in the list, so buffers are made on demand.
	var build func(at int) *goja.Object
	build = func(at int) *goja.Object {
		if objects[at] != nil {
			return objects[at]
		}
		n := m.nodes[at]
		if n.kind == "view" {
			build(n.items[0].node - 1)
		}
		objects[at] = r.emptyObject(n, value, wrapped)
		return objects[at]
	}
	for at := range m.nodes {
		build(at)
	}
	for at, n := range m.nodes {
		r.fillObject(objects[at], n, value)
	}
	return value(m.root), r.vm.NewArray(list...)
}

func (r *realm) emptyObject(n *node, value func(item) goja.Value, ports map[*portCore]*goja.Object) *goja.Object {
	construct := func(name string, args ...goja.Value) *goja.Object {
		object, err := r.vm.New(r.vm.Get(name), args...)
		if err != nil {
			panic(err)
		}
		return object
	}
	switch n.kind {
	case "Object":
		return r.vm.NewObject()
	case "Array":
		return construct("Array", r.vm.ToValue(n.length))
	case "Error":
		object, err := r.hooks.error(goja.Undefined(), r.vm.ToValue(n.name), goja.Undefined())
		if err != nil {
			panic(err)
		}
		return object.(*goja.Object)
	case "ArrayBuffer":
		return r.vm.ToValue(r.vm.NewArrayBuffer(n.bytes)).(*goja.Object)
	case "view":
		return construct(n.name, value(n.items[0]), r.vm.ToValue(n.offset), r.vm.ToValue(n.length))
	case "Date":
		return construct("Date", value(n.items[0]))
	case "RegExp":
		return construct("RegExp", value(n.items[0]), value(n.items[1]))
	case "boxed":
		return value(n.items[0]).ToObject(r.vm)
	case "port":
		return ports[n.core.(*portCore)]
	case "module":
		return r.wasm.newModule(n.core.(*moduleData))
	}
	return construct(n.kind) // Map, Set
}

func (r *realm) fillObject(object *goja.Object, n *node, value func(item) goja.Value) {
	var err error
	switch n.kind {
	case "Object", "Array":
		for i, key := range n.keys {
			// Defined and not set: "__proto__" is a name like any other.
			if err = object.DefineDataProperty(key.String(), value(n.items[i]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
				break
			}
		}
	case "Error":
		for i, key := range n.keys {
			if err = object.DefineDataProperty(key.String(), value(n.items[i]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				break
			}
		}
	case "Map":
		for i := 0; i < len(n.items) && err == nil; i += 2 {
			_, err = r.hooks.mapSet(goja.Undefined(), object, value(n.items[i]), value(n.items[i+1]))
		}
	case "Set":
		for i := 0; i < len(n.items) && err == nil; i++ {
			_, err = r.hooks.setAdd(goja.Undefined(), object, value(n.items[i]))
		}
	}
	if err != nil {
		panic(err)
	}
}
