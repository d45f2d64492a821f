package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// smallSource recovers from a nil pointer whose message the runtime makes of the
// function's name, and from one that it does not.
const smallSource = `package main

type value struct{ n int }

func (v value) method() int { return v.n }

func main() {
	var none *value
	try(func() { interface{ method() int }(none).method() })
	try(func() { println(none.n) })
}

func try(f func()) {
	defer func() { println(recover() != nil) }()
	f()
}
`

// smallModule is a Go module as the toolchain of this build links it.
func smallModule(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(smallSource), 0o644))
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", "small.wasm", "main.go")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, string(output))
	wasm, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	require.NoError(t, err)
	wasm, err = mergeDataSegments(wasm)
	require.NoError(t, err)
	return wasm
}

func tableOf(t *testing.T, wasm []byte) functionTable {
	t.Helper()
	table, err := parseFunctionTable(wasm[bytes.Index(wasm, tableMagic):])
	require.NoError(t, err)
	return table
}

func TestDropLines(t *testing.T) {
	wasm := smallModule(t)
	before := tableOf(t, wasm)
	require.Greater(t, len(before.functions), 500)
	require.Contains(t, string(before.names), "\x00main.main\x00")

	stripped, err := dropLines(wasm, false)
	require.NoError(t, err)
	require.Len(t, stripped, len(wasm), "nothing moves")
	after := tableOf(t, stripped)
	assert.Equal(t, before.names, after.names)
	assert.NotContains(t, string(after.files), "go")
	le := binary.LittleEndian
	for i, entry := range after.functions {
		old := before.functions[i]
		assert.Equal(t, old.fixed[:entryFile], entry.fixed[:entryFile])
		assert.Zero(t, le.Uint32(entry.fixed[entryFile:]))
		assert.Zero(t, le.Uint32(entry.fixed[entryLine:]))
		tables := append([]byte{}, entry.fixed[entryStack:entryStack+4]...)
		for n := 0; n < len(entry.tables)/4; n++ {
			if n == tableUnsafePoint || n == tableArgLive {
				require.Zero(t, le.Uint32(entry.tables[4*n:]))
				continue
			}
			require.Equal(t, old.tables[4*n:4*n+4], entry.tables[4*n:4*n+4])
			tables = append(tables, entry.tables[4*n:4*n+4]...)
		}
		for ; len(tables) > 0; tables = tables[4:] {
			offset := le.Uint32(tables)
			if offset == noTable {
				continue
			}
			require.Equal(t, valueTable(before.values[offset:]), valueTable(after.values[offset:]), "what unwinding reads of function %d", i)
		}
		for n := 0; n < len(entry.facts)/4; n++ {
			if n != factArgInfo && n != factArgLive {
				require.Equal(t, old.facts[4*n:4*n+4], entry.facts[4*n:4*n+4])
			}
		}
	}

	nameless, err := dropLines(stripped, true)
	require.NoError(t, err)
	assert.NotContains(t, string(nameless), "main.main")
	assert.Contains(t, string(nameless), sharedName)
	again, err := dropLines(nameless, true)
	require.NoError(t, err)
	assert.Equal(t, nameless, again)
}

func TestPanicsAreRecoveredWithoutNames(t *testing.T) {
	nameless, err := dropLines(smallModule(t), true)
	require.NoError(t, err)
	require.Equal(t, "true\ntrue\n", runInNode(t, nameless))
}

// runInNode is what a module prints.
func runInNode(t *testing.T, wasm []byte) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "module.wasm")
	require.NoError(t, os.WriteFile(path, wasm, 0o644))
	output, err := exec.Command(node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), path).CombinedOutput()
	require.NoError(t, err, string(output))
	return string(output)
}

func TestDropLinesRefuses(t *testing.T) {
	section := func(content string) []byte {
		data := append([]byte("\x00asm\x01\x00\x00\x00\x0b"), binary.AppendUvarint(nil, uint64(len(content)))...)
		return append(data, content...)
	}
	header := string(tableMagic)
	tests := []struct {
		name, content, err string
	}{
		{"no table", "nothing", "want one table of functions"},
		{"two tables", header + header, "want one table of functions"},
		{"half a table", header + "\x01\x00", "ends too early"},
		{"parts out of order", header + string(make([]byte, 200)), "out of order"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := dropLines(section(test.content), false)
			require.ErrorContains(t, err, test.err)
		})
	}
}
