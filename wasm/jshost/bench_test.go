package jshost_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

func BenchmarkStart(b *testing.B) {
	program := guest(b)
	for b.Loop() {
		h, err := jshost.New(jshost.Config{Programs: []*jshost.Program{program}})
		require.NoError(b, err)
		_, err = h.Start(b.Context(), program, jshost.Run{})
		require.NoError(b, err)
		require.NoError(b, h.Close())
	}
}

func BenchmarkCall(b *testing.B) {
	for _, mode := range []jshost.Mode{jshost.Native, jshost.Reference} {
		b.Run(mode.String(), func(b *testing.B) {
			h := startGuest(b, jstest.Config{Mode: mode})
			echo := h.Eval(`guest.echo`)
			for b.Loop() {
				_, err := h.Host.Call(b.Context(), echo, 1)
				require.NoError(b, err)
			}
		})
	}
}
