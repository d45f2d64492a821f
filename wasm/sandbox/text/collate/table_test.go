package collate_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	original "golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

var update = flag.Bool("update", false, "write table.go")

// blocks are the characters in the table, first and last.
var blocks = [][2]rune{{0x20, 0x52f}, {0x531, 0x58f}, {0x5b0, 0x5ea}, {0x621, 0x652}, {0x1100, 0x11ff}, {0x1d2c, 0x1dbf}, {0x1e9e, 0x1e9e},
	{0x2010, 0x205f}, {0x2070, 0x209c}, {0x20a0, 0x20c0}, {0x2100, 0x23ff}, {0x2460, 0x27bf}, {0x3001, 0x30ff}, {0xfb00, 0xfb06}, {0xff01, 0xff5e}}

// weighed gives the weights of a character in the table's form, or nil where the
// original does not weigh it by itself.
func weighed(c *original.Collator, r rune) []byte {
	if norm.NFD.String(string(r)) != string(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cn) {
		return nil
	}
	var buffer original.Buffer
	key := c.KeyFromString(&buffer, string(r))
	var primary, secondary []uint16
	for list := &primary; ; list = &secondary {
		for len(key) > 1 && (key[0] != 0 || key[1] != 0) {
			*list = append(*list, uint16(key[0])<<8|uint16(key[1]))
			key = key[2:]
		}
		if len(key) < 2 {
			return nil
		}
		key = key[2:]
		if list == &secondary {
			break
		}
	}
	if len(key) != len(secondary) {
		return nil
	}
	out := []byte{byte(len(key))}
	for i, tertiary := range key {
		var p uint16
		// 32 is the accent of what is no accent.
		if secondary[i] == 32 && len(primary) > 0 {
			p, primary = primary[0], primary[1:]
		}
		out = append(out, byte(p>>8), byte(p), byte(secondary[i]>>8), byte(secondary[i]), tertiary)
	}
	if len(primary) > 0 || len(key) == 0 {
		return nil
	}
	return out
}

func TestTable(t *testing.T) {
	c := original.New(language.Und)
	var data []byte
	for _, block := range blocks {
		var run []byte
		length := 0
		flush := func(end rune) {
			if length > 0 {
				first := end - rune(length)
				data = append(append(data, byte(first>>8), byte(first), byte(length>>8), byte(length)), run...)
			}
			run, length = nil, 0
		}
		for r := block[0]; r <= block[1]; r++ {
			w := weighed(c, r)
			if w == nil {
				flush(r)
				continue
			}
			run, length = append(run, w...), length+1
		}
		flush(block[1] + 1)
	}
	var b strings.Builder
	b.WriteString("package collate\n\n// table has the original's weights; readWeights says how. Written by\n//\n//\tgo test ./wasm/sandbox/text/collate -update\nconst table = \"\" +\n")
	for i := 0; i < len(data); i += 96 {
		b.WriteString("\t\"")
		for _, x := range data[i:min(i+96, len(data))] {
			fmt.Fprintf(&b, `\x%02x`, x)
		}
		b.WriteString("\"")
		if i+96 < len(data) {
			b.WriteString(" +")
		}
		b.WriteString("\n")
	}
	if *update {
		require.NoError(t, os.WriteFile("table.go", []byte(b.String()), 0o644))
		return
	}
	have, err := os.ReadFile("table.go")
	require.NoError(t, err)
	assert.Equal(t, b.String(), string(have), "go test -update")
}
