package jshost

import (
	"math"

	"github.com/dop251/goja"
)

// References as syscall/js knows them: a float64 that is a number stands for
// itself, anything else is a NaN with a type flag in the upper and an index in the
// lower half. The zero value is undefined.
const (
	nanHead      = 0x7FF80000
	flagObject   = 1
	flagString   = 2
	flagSymbol   = 3
	flagFunction = 4
)

// The indexes that both sides know from the start.
const (
	indexNaN = iota
	indexZero
	indexNull
	indexTrue
	indexFalse
	indexGlobal
	indexGo
	firstIndex
)

// valueTable holds the JavaScript values that a Go program refers to. Equal values
// have one index, since js.Value.Equal compares references.
type valueTable struct {
	vm      *goja.Runtime
	slots   []slot
	free    []uint32
	objects map[*goja.Object]uint32
	strings map[string]uint32
	others  map[any]uint32 // symbols by identity, big integers by their digits
}

type slot struct {
	value goja.Value
	// text is a string under way to Go; see valuePrepareString.
	text  []byte
	count int
}

// bigKey keeps a big integer apart from a string of the same digits.
type bigKey string

func newValueTable(r *realm, global, program *goja.Object) *valueTable {
	t := &valueTable{vm: r.vm, objects: map[*goja.Object]uint32{}, strings: map[string]uint32{}, others: map[any]uint32{}}
	predefined := []goja.Value{
		indexNaN: goja.NaN(), indexZero: r.vm.ToValue(0), indexNull: goja.Null(), indexTrue: r.vm.ToValue(true),
		indexFalse: r.vm.ToValue(false), indexGlobal: global, indexGo: program,
	}
	for _, v := range predefined {
		t.slots = append(t.slots, slot{value: v, count: math.MaxInt32})
	}
	t.objects[global], t.objects[program] = indexGlobal, indexGo
	return t
}

// load is the value that a reference stands for.
func (t *valueTable) load(ref uint64) goja.Value {
	f := math.Float64frombits(ref)
	if f == 0 {
		return goja.Undefined()
	}
	if !math.IsNaN(f) {
		return t.vm.ToValue(f)
	}
	index := uint32(ref)
	if int(index) >= len(t.slots) || t.slots[index].value == nil {
		return goja.Undefined()
	}
	return t.slots[index].value
}

// store gives a value a reference and counts it.
func (t *valueTable) store(v goja.Value) uint64 {
	if v == nil || goja.IsUndefined(v) {
		return 0
	}
	if goja.IsNumber(v) {
		f := v.ToFloat()
		switch {
		case math.IsNaN(f):
			return nanHead << 32
		case f != 0:
			return math.Float64bits(f)
		}
		return predefinedRef(indexZero)
	}
	switch x := v.(type) {
	case *goja.Object:
		index, known := t.objects[x]
		if !known {
			index = t.add(slot{value: v})
			t.objects[x] = index
		}
		flag := uint64(flagObject)
		if _, callable := goja.AssertFunction(x); callable {
			flag = flagFunction
		}
		return t.refer(index, flag)
	case goja.String:
		key := stringKey(x)
		index, known := t.strings[key]
		if !known {
			index = t.add(slot{value: v})
			t.strings[key] = index
		}
		return t.refer(index, flagString)
	case *goja.Symbol:
		return t.refer(t.other(x, v), flagSymbol)
	}
	switch {
	case goja.IsNull(v):
		return predefinedRef(indexNull)
	case goja.IsBigInt(v):
		return t.refer(t.other(bigKey(v.String()), v), 0)
	case v.ToBoolean():
		return predefinedRef(indexTrue)
	}
	return predefinedRef(indexFalse)
}

func (t *valueTable) other(key any, v goja.Value) uint32 {
	index, known := t.others[key]
	if !known {
		index = t.add(slot{value: v})
		t.others[key] = index
	}
	return index
}

// storeText gives text that only valueLoadString will read a reference.
func (t *valueTable) storeText(text []byte) uint64 {
	return t.refer(t.add(slot{text: text}), flagObject)
}

func (t *valueTable) text(ref uint64) []byte {
	if index := uint32(ref); int(index) < len(t.slots) {
		return t.slots[index].text
	}
	return nil
}

func (t *valueTable) add(s slot) uint32 {
	if n := len(t.free); n > 0 {
		index := t.free[n-1]
		t.free = t.free[:n-1]
		t.slots[index] = s
		return index
	}
	t.slots = append(t.slots, s)
	return uint32(len(t.slots) - 1)
}

func (t *valueTable) refer(index uint32, flag uint64) uint64 {
	t.slots[index].count++
	return (nanHead|flag)<<32 | uint64(index)
}

func predefinedRef(index uint32) uint64 { return nanHead<<32 | uint64(index) }

// release takes one reference back and forgets the value with the last one.
func (t *valueTable) release(index uint32) {
	if int(index) >= len(t.slots) || index < firstIndex {
		return
	}
	s := &t.slots[index]
	if s.count--; s.count > 0 {
		return
	}
	switch x := s.value.(type) {
	case nil:
	case *goja.Object:
		delete(t.objects, x)
	case goja.String:
		delete(t.strings, stringKey(x))
	case *goja.Symbol:
		delete(t.others, x)
	default:
		delete(t.others, bigKey(s.value.String()))
	}
	*s = slot{}
	t.free = append(t.free, index)
}
