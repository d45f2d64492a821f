package page

import "strings"

// table is a table of data as Markdown, or, where it is for layout, what is in it.
func (r *renderer) table(n *node, nesting int) (blocks []string) {
	var rows []*node
	var captions []string
	r.rows(n, &rows, &captions)
	columns, headed, plain := 0, false, true
	for _, row := range rows {
		cells := 0 // without spans: those of a layout do not count
		for _, cell := range row.children {
			if cell.tag != "td" && cell.tag != "th" || r.skips(cell) {
				continue
			}
			cells++
			headed = headed || cell.tag == "th"
			plain = plain && cell.find(func(n *node) bool { return n.tag == "table" || n.tag == "pre" || n.tag == "ul" && len(n.children) > 8 }) == nil
		}
		columns = max(columns, cells)
	}
	for _, caption := range captions {
		blocks = append(blocks, "*"+caption+"*")
	}
	if columns < 2 || !plain {
		for _, row := range rows {
			blocks = append(blocks, r.blocks(row, nesting)...)
		}
		return blocks
	}
	var lines [][]string
	for _, row := range rows {
		lines = append(lines, r.cells(row))
		columns = max(columns, len(lines[len(lines)-1]))
	}
	var b strings.Builder
	write := func(cells []string) {
		for i := range columns {
			cell := ""
			if i < len(cells) {
				cell = cells[i]
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
	}
	separate := func() { b.WriteString(strings.Repeat("| --- ", columns) + "|\n") }
	if !headed {
		write(nil)
		separate()
	}
	for i, cells := range lines {
		write(cells)
		if headed && i == 0 {
			separate()
		}
	}
	return append(blocks, strings.TrimSuffix(b.String(), "\n"))
}

func (r *renderer) cells(row *node) (cells []string) {
	for _, cell := range row.children {
		if cell.tag != "td" && cell.tag != "th" || r.skips(cell) {
			continue
		}
		var line inline
		r.inline(cell, &line)
		cells = append(cells, strings.NewReplacer("\n", " ", "|", `\|`).Replace(line.take()))
		for range span(cell) - 1 {
			cells = append(cells, "")
		}
	}
	return cells
}

func span(cell *node) int {
	switch text := cell.attrs["colspan"]; len(text) {
	case 1:
		return max(1, int(text[0])-'0')
	default:
		return 1
	}
}

// rows collects the rows, wherever they are, and the captions.
func (r *renderer) rows(n *node, rows *[]*node, captions *[]string) {
	for _, child := range n.children {
		switch {
		case child.tag == "" || r.skips(child):
		case child.tag == "tr":
			*rows = append(*rows, child)
		case child.tag == "caption":
			var line inline
			r.inline(child, &line)
			if text := line.take(); text != "" {
				*captions = append(*captions, text)
			}
		case child.tag == "td" || child.tag == "th":
			*rows = append(*rows, &node{tag: "tr", children: []*node{child}, hasBlock: true})
		default:
			r.rows(child, rows, captions)
		}
	}
}
