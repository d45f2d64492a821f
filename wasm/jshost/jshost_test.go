package jshost_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// guest is the compiled testdata/guest.
func guest(t testing.TB) *jshost.Program {
	t.Helper()
	return jstest.Compile(t, "guest", jstest.Build(t, "testdata/guest"), false)
}

func startGuest(t testing.TB, config jstest.Config) *jstest.Host {
	t.Helper()
	program := guest(t)
	config.Programs = append(config.Programs, program)
	host := jstest.Start(t, config)
	host.Run(program)
	return host
}

func modes(t *testing.T, test func(t *testing.T, mode jshost.Mode)) {
	for _, mode := range []jshost.Mode{jshost.Native, jshost.Reference} {
		t.Run(mode.String(), func(t *testing.T) {
			t.Parallel()
			test(t, mode)
		})
	}
}

func TestCallsPromisesAndBytes(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		h := startGuest(t, jstest.Config{Mode: mode})
		assert.EqualValues(t, 41, h.Eval(`guest.echo(41)`).Export())
		assert.EqualValues(t, 5, h.Eval(`guest.sleep(5)`).Export())
		h.Set("given", []byte{1, 2, 250})
		reversed, ok := h.Bytes(h.Eval(`guest.reverse(given)`))
		require.True(t, ok)
		assert.Equal(t, []byte{250, 2, 1}, reversed)

		_, err := h.Try(`guest.fail("no luck")`)
		var rejected *jshost.RejectedError
		require.ErrorAs(t, err, &rejected)
		assert.Equal(t, "no luck", rejected.Message)
		assert.Equal(t, "guest_failed", rejected.Code)

		h.Set("slow", h.AsyncFunc(func(_ context.Context, args []any) (any, error) {
			if args[0] == "bad" {
				return nil, errors.New("refused")
			}
			return map[string]any{"bytes": args[0]}, nil
		}))
		assert.Equal(t, "7,8", h.Async(`const r = await guest.await(slow(new Uint8Array([7, 8]))); return String(r.bytes)`).Export())
		_, err = h.Try(`guest.await(slow("bad"))`)
		require.ErrorAs(t, err, &rejected)
		assert.Equal(t, "refused", rejected.Message)
	})
}
