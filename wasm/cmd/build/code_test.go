package main

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// codeModule is a module of one function from an address to a number, f, with a
// page of memory that has 5 at address 24 and 7 at address 32.
func codeModule(body []byte) []byte {
	section := func(id byte, content ...byte) []byte {
		return append(binary.AppendUvarint([]byte{id}, uint64(len(content))), content...)
	}
	wasm := []byte("\x00asm\x01\x00\x00\x00")
	wasm = append(wasm, section(typeSection, 1, 0x60, 1, 0x7f, 1, typeI64)...)
	wasm = append(wasm, section(functionSection, 1, 0)...)
	wasm = append(wasm, section(memorySection, 1, 0, 1)...)
	wasm = append(wasm, section(7, 1, 1, 'f', 0, 0)...)
	wasm = append(wasm, section(codeSection, append(binary.AppendUvarint([]byte{1}, uint64(len(body))), body...)...)...)
	return append(wasm, section(dataSection, append([]byte{1, 0, opI32Const, 24, opEnd, 16}, "\x05\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00"...)...)...)
}

// places are constants as Go's compiler writes return addresses, added up.
func places(function int64, numbers ...int64) (code []byte) {
	for i, number := range numbers {
		code = appendSigned(append(code, opI64Const), function<<placeBits|number)
		if i > 0 {
			code = append(code, opI64Add)
		}
	}
	return code
}

// load loads 64 bits from the stack as Go's compiler does.
func load(offset int64) []byte {
	return append(appendSigned([]byte{opLocalGet, 0, opExtendU, opI64Const}, offset), opI64Add, opI32Wrap, 0x29, 3, 0)
}

func TestCompactCode(t *testing.T) {
	const function = 0x1234
	join := func(parts ...[]byte) (all []byte) {
		for _, part := range parts {
			all = append(all, part...)
		}
		return all
	}
	noLocals, someLocals := []byte{0}, []byte{2, 3, typeI64, 1, 0x7f}
	add, end := []byte{opI64Add}, []byte{opEnd}
	tests := []struct {
		name    string
		body    []byte
		want    uint64
		shorter bool
	}{
		{"return addresses", join(noLocals, places(function, 1, 2, 3, 4, 5, 6, 7, 8, 200), end), 9*function<<placeBits + 236, false},
		{"return addresses beside locals", join(someLocals, places(function, 1, 2, 3), end), 3*function<<placeBits + 6, false},
		{"the base itself", join(noLocals, places(function, 0, 1, 2), end), 3*function<<placeBits + 3, false},
		{"too few to be worth it", join(noLocals, places(function, 1, 2), end), 2*function<<placeBits + 3, false},
		{"other large constants", join(noLocals, places(function, 1, 2, 3), places(0x7777, 1), add, end), (3*function+0x7777)<<placeBits + 7, false},
		{"loads from the stack", join(noLocals, load(8), load(16), add, end), 12, true},
		{"an address that is kept", join([]byte{1, 1, 0x7f}, []byte{opLocalGet, 0, opExtendU, opI64Const, 8, opI64Add, opI32Wrap, 0x22, 1, 0x29, 3, 8}, end), 7, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := codeModule(test.body)
			after, err := compactCode(before)
			require.NoError(t, err)
			require.Equal(t, test.want, result(t, before), "the test's own module")
			require.Equal(t, test.want, result(t, after))
			require.Equal(t, test.shorter, len(after) < len(before))
		})
	}
}

func TestCompactCodeRefusesWhatItDoesNotKnow(t *testing.T) {
	for name, body := range map[string][]byte{
		"an unknown instruction":  {0, 0xfb, 0, opEnd},
		"a body that ends early":  {0, opI64Const},
		"locals that are cut off": {200},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compactCode(codeModule(body))
			require.ErrorContains(t, err, "function 0")
		})
	}
}

// result is what f gives for address 16.
func result(t *testing.T, wasm []byte) uint64 {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	instance, err := runtime.Instantiate(ctx, wasm)
	require.NoError(t, err)
	results, err := instance.ExportedFunction("f").Call(ctx, 16)
	require.NoError(t, err)
	return results[0]
}
