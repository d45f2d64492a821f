package gojavm

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// maxTableRows bounds what console.table draws.
const maxTableRows = 1000

// printTable prints rows of objects or arrays as a table, other values as
// console.log does.
func (w *world) printTable(args []goja.Value) {
	var data *goja.Object
	if len(args) > 0 {
		data, _ = args[0].(*goja.Object)
	}
	if data == nil {
		w.console.print("log", w.format(args))
		return
	}
	var only []string
	if len(args) > 1 {
		_ = w.rt.ExportTo(args[1], &only)
	}
	t := table{header: []string{"(index)"}, columns: map[string]int{}}
	for _, name := range only {
		t.column(name)
	}
	hasValues := false
	var values []string
	add := func(index string, row goja.Value) {
		if len(t.rows) >= maxTableRows {
			return
		}
		cells := []string{index}
		value := ""
		object, ok := row.(*goja.Object)
		if ok && !isFunction(object.ClassName()) {
			for _, key := range object.Keys() {
				if len(only) > 0 && !slices.Contains(only, key) {
					continue
				}
				at := t.column(key)
				for len(cells) <= at {
					cells = append(cells, "")
				}
				cells[at] = w.inspectTo(object.Get(key), 1)
			}
		} else {
			hasValues, value = true, w.inspectTo(row, 1)
		}
		t.rows = append(t.rows, cells)
		values = append(values, value)
	}
	switch w.kind(data) {
	case "Map":
		t.header[0] = "(iteration index)"
		_, _ = w.prims.mapEach(data, w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			pair := w.rt.NewObject()
			_ = pair.Set("Key", call.Argument(1))
			_ = pair.Set("Values", call.Argument(0))
			add(strconv.Itoa(len(t.rows)), pair)
			return goja.Undefined()
		}))
	case "Set":
		t.header[0] = "(iteration index)"
		_, _ = w.prims.setEach(data, w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			add(strconv.Itoa(len(t.rows)), call.Argument(0))
			return goja.Undefined()
		}))
	default:
		for _, key := range data.Keys() {
			add(key, data.Get(key))
		}
	}
	if hasValues {
		t.header = append(t.header, "Values")
		for i := range t.rows {
			for len(t.rows[i]) < len(t.header)-1 {
				t.rows[i] = append(t.rows[i], "")
			}
			t.rows[i] = append(t.rows[i], values[i])
		}
	}
	w.console.print("log", t.String())
}

// table is text in rows and columns.
type table struct {
	header  []string
	columns map[string]int
	rows    [][]string
}

// column is the place of a column, which is added if it is new.
func (t *table) column(name string) int {
	at, ok := t.columns[name]
	if !ok {
		at = len(t.header)
		t.columns[name] = at
		t.header = append(t.header, name)
	}
	return at
}

// String draws the table with box characters.
func (t *table) String() string {
	widths := make([]int, len(t.header))
	for _, row := range append([][]string{t.header}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell)+2)
		}
	}
	var b strings.Builder
	rule := func(left, mid, right string) {
		b.WriteString(left)
		for i, width := range widths {
			if i > 0 {
				b.WriteString(mid)
			}
			b.WriteString(strings.Repeat("─", width))
		}
		b.WriteString(right)
	}
	line := func(cells []string) {
		b.WriteString("│")
		for i, width := range widths {
			cell := ""
			if i < len(cells) {
				cell = cells[i]
			}
			b.WriteString(" " + cell + strings.Repeat(" ", width-1-utf8.RuneCountInString(cell)) + "│")
		}
		b.WriteByte('\n')
	}
	rule("┌", "┬", "┐\n")
	line(t.header)
	rule("├", "┼", "┤\n")
	for _, row := range t.rows {
		line(row)
	}
	rule("└", "┴", "┘")
	return b.String()
}
