package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// dropLines removes from Go's table of functions what only stack traces read:
// file names, line numbers and how arguments lie, and with names also the
// functions' names. It also removes where a function may not be preempted, which
// this platform never asks. What the runtime needs to unwind and to collect
// garbage stays. RATIONALE.md, "Why do traces of the core name no functions?", has
// the figures.
//
// The table is that of runtime/symtab.go and internal/abi/symtab.go of Go 1.20 and
// later. Where it looks different, the error says so, and nothing is changed.
func dropLines(wasm []byte, names bool) ([]byte, error) {
	return rewriteSection(wasm, dataSection, func(section []byte) ([]byte, error) {
		// Only bytes in place are changed, so the section can be searched as it is.
		section = bytes.Clone(section)
		at := bytes.Index(section, tableMagic)
		if at < 0 || bytes.Contains(section[at+1:], tableMagic) {
			return nil, errors.New("want one table of functions; was Go's format changed?")
		}
		t, err := parseFunctionTable(section[at:])
		if err != nil {
			return nil, fmt.Errorf("table of functions: %w; was Go's format changed?", err)
		}
		t.dropLines()
		if names {
			t.shareName()
		}
		return section, nil
	})
}

// tableMagic begins the table: its version, two zeros, and the sizes of an
// instruction's and a pointer's quantum.
var tableMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// functionTable is Go's table of functions. Its parts are slices of one section.
type functionTable struct {
	names, units, files []byte
	// values are the encoded tables from places in a function to numbers.
	values    []byte
	functions []functionEntry
}

// functionEntry is what the table says of one function.
type functionEntry struct {
	fixed, tables, facts []byte
}

// Offsets in a function's entry, each 4 bytes wide but for the last.
const (
	entryName      = 4  // in names
	entryStack     = 16 // of the table of stack depths, in values
	entryFile      = 20
	entryLine      = 24
	entryTables    = 28 // how many further tables there are
	entryUnit      = 32
	entryStartLine = 36
	entryFacts     = 43 // how many further facts there are
	entryLen       = 44 // the further tables' offsets begin here, the facts' behind them
)

// Further tables and facts that are dropped, by number; see internal/abi/symtab.go.
const (
	tableUnsafePoint = 0 // where not to preempt by a signal
	tableArgLive     = 3
	factArgInfo      = 5
	factArgLive      = 6

	noTable = 0
	noFact  = 1<<32 - 1
)

func parseFunctionTable(table []byte) (t functionTable, err error) {
	defer func() {
		if recover() != nil { // an index out of range: it is no such table
			err = errors.New("it ends too early")
		}
	}()
	le := binary.LittleEndian
	header := func(i int) uint64 { return le.Uint64(table[8+8*i:]) }
	count := header(0)
	at := [...]uint64{header(3), header(4), header(5), header(6), header(7)}
	for i := range at[1:] {
		if at[i] >= at[i+1] {
			return t, errors.New("its parts are out of order")
		}
	}
	t.names, t.units = table[at[0]:at[1]], table[at[1]:at[2]]
	t.files, t.values = table[at[2]:at[3]], table[at[3]:at[4]]
	functions := table[at[4]:]
	for i := range count {
		place, offset := le.Uint32(functions[8*i:]), le.Uint32(functions[8*i+4:])
		raw := functions[offset:]
		factsAt := entryLen + 4*uint64(le.Uint32(raw[entryTables:]))
		entry := functionEntry{raw[:entryLen], raw[entryLen:factsAt], raw[factsAt:][:4*uint64(raw[entryFacts])]}
		if le.Uint32(raw) != place || uint64(le.Uint32(raw[entryName:])) >= uint64(len(t.names)) {
			return t, fmt.Errorf("the entry of function %d is wrong", i)
		}
		t.functions = append(t.functions, entry)
	}
	if count == 0 {
		return t, errors.New("it is empty")
	}
	return t, nil
}

// sharedName is the name of every function without names. It has the form of a
// method's, since the runtime reads type and method out of the name where a value
// method is called through a nil pointer, and ends the program if it cannot.
const sharedName = "go.(*T).f"

func (t functionTable) shareName() {
	const at = 1 // 0 means that a function has no name
	clear(t.names)
	copy(t.names[at:], sharedName)
	for _, entry := range t.functions {
		binary.LittleEndian.PutUint32(entry.fixed[entryName:], at)
	}
}

func (t functionTable) dropLines() {
	le := binary.LittleEndian
	kept, dropped := map[uint32]bool{}, map[uint32]bool{}
	drop := func(field []byte) {
		dropped[le.Uint32(field)] = true
		le.PutUint32(field, noTable)
	}
	for _, entry := range t.functions {
		kept[le.Uint32(entry.fixed[entryStack:])] = true
		drop(entry.fixed[entryFile:])
		drop(entry.fixed[entryLine:])
		for i := 0; i < len(entry.tables)/4; i++ {
			if i == tableUnsafePoint || i == tableArgLive {
				drop(entry.tables[4*i:])
				continue
			}
			kept[le.Uint32(entry.tables[4*i:])] = true
		}
		for _, fact := range []int{factArgInfo, factArgLive} {
			if fact < len(entry.facts)/4 {
				le.PutUint32(entry.facts[4*fact:], noFact)
			}
		}
		le.PutUint32(entry.fixed[entryUnit:], 0)
		le.PutUint32(entry.fixed[entryStartLine:], 0)
	}
	for offset := range dropped {
		// The linker writes equal tables once, whatever they are tables of.
		if offset != noTable && !kept[offset] {
			clear(valueTable(t.values[offset:]))
		}
	}
	clear(t.units)
	clear(t.files)
}

// valueTable is the encoded table at the start of values: pairs of varints, the
// difference of the value and that of the place, ended by a value of zero which
// is not the first.
func valueTable(values []byte) []byte {
	at := 0
	for first := true; ; first = false {
		value, n := binary.Uvarint(values[at:])
		if n <= 0 {
			return values[:at]
		}
		at += n
		if value == 0 && !first {
			return values[:at]
		}
		_, n = binary.Uvarint(values[at:])
		if n <= 0 {
			return values[:at]
		}
		at += n
	}
}
