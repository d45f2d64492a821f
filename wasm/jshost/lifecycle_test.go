package jshost_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// endless is how long a test waits for what must end promptly.
const endless = time.Minute

func TestExit(t *testing.T) {
	for name, c := range map[string]struct {
		code       string
		want       int
		wantOutput string
	}{
		"exit":                {`guest.goexit(3)`, 3, ""},
		"panic":               {`guest.panic("at the disco")`, 2, "panic: at the disco"},
		"panic in background": {`guest.panicLater("later"); guest.sleep(5)`, 2, "panic: later"},
		"exit below a call":   {`guest.invoke(() => guest.goexit(4), 0)`, 4, ""},
		"exit while awaited":  {`const p = guest.sleep(1000); guest.goexit(5); p`, 5, ""},
		"end of main":         {`const q = guest.sleep(1000); guest.stop(); q`, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			modes(t, func(t *testing.T, mode jshost.Mode) {
				h := startGuest(t, jstest.Config{Mode: mode, VirtualTime: true, AllowUnhandled: true})
				_, err := h.Try(c.code)
				if mode == jshost.Reference && c.want == 0 {
					// wasm_exec.js leaves the program's timers alive, which then fail.
					require.ErrorContains(t, err, "already exited")
					return
				}
				var exit *jshost.ExitError
				require.ErrorAs(t, err, &exit)
				assert.Equal(t, c.want, exit.Code)
				assert.Contains(t, exit.Output, c.wantOutput)
				_, err = h.Try(`guest.echo(1)`)
				assert.ErrorContains(t, err, "already exited")
			})
		})
	}
}

func TestExitBelowACallMisleadsTheCaller(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		h := startGuest(t, jstest.Config{Mode: mode, AllowExit: true})
		v := h.Eval(`(() => { try { guest.invoke(() => guest.goexit(4), 0) } catch (e) { return String(e) } })()`)
		assert.Regexp(t, `TypeError: Cannot read propert.*exports`, v.String())
		code, exited := h.Exited()
		assert.True(t, exited)
		assert.Equal(t, 4, code)
	})
}

func TestDeadlock(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		h := startGuest(t, jstest.Config{Mode: mode})
		_, err := h.Try(`new Promise(() => {})`)
		require.ErrorIs(t, err, jshost.ErrDeadlock)
		_, err = h.Try(`guest.await(new Promise(() => {}))`)
		require.ErrorIs(t, err, jshost.ErrDeadlock)
		assert.EqualValues(t, 1, h.Eval(`guest.echo(1)`).Export(), "the world goes on")
	})
}

func TestUncaughtAndUnhandled(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{AllowUnhandled: true})
	_, err := h.Try(`setTimeout(() => { throw new RangeError('late') }); new Promise((r) => setTimeout(r, 50))`)
	var uncaught *jshost.UncaughtError
	require.ErrorAs(t, err, &uncaught)
	assert.Equal(t, "RangeError", uncaught.Name)
	assert.Equal(t, "late", uncaught.Message)

	h.Eval(`Promise.reject(new Error('lost')); const handled = Promise.reject(1); handled.catch(() => {}); 0`)
	require.Len(t, h.Unhandled(), 1)
	assert.Equal(t, "lost", h.Unhandled()[0].Message)

	h.Eval(`onerror = () => true`)
	h.Eval(`setTimeout(() => { throw 1 }); new Promise((r) => setTimeout(r, 5))`)
}

func TestThrowsBecomeErrors(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{})
	var rejected *jshost.RejectedError
	_, err := h.Try(`throw Object.assign(new TypeError('odd'), {code: 'c1', details: {n: 1}})`)
	require.ErrorAs(t, err, &rejected)
	assert.Equal(t, []any{"TypeError", "odd", "c1", map[string]any{"n": int64(1)}}, []any{rejected.Name, rejected.Message, rejected.Code, rejected.Details})
	_, err = h.Try(`throw 'text'`)
	require.ErrorAs(t, err, &rejected)
	assert.Equal(t, "text", rejected.Message)
	_, err = h.Try(`throw {get message() { throw 1 }}`)
	require.ErrorAs(t, err, &rejected)
	_, err = h.Try(`const f = () => f(); f()`)
	require.ErrorContains(t, err, "call stack")
	_, err = h.Try(`this is no script`)
	require.Error(t, err)
}

func TestCancel(t *testing.T) {
	t.Parallel()
	wasm := jstest.Build(t, "testdata/guest")
	program := jstest.Compile(t, "guest", wasm, true)
	for name, code := range map[string]string{
		"a promise":            `new Promise((r) => setTimeout(r, 1e9))`,
		"a loop of JavaScript": `for (;;);`,
		"a loop in a timer":    `setTimeout(() => { for (;;); }); new Promise(() => {})`,
		"a loop of a module":   `guest.spin()`,
		"a loop below a call":  `guest.invoke(() => guest.spin(), 0)`,
		"a loop of both":       `for (;;) guest.echo(1)`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := jstest.Start(t, jstest.Config{Programs: []*jshost.Program{program}})
			h.Run(program)
			gone := errors.New("gone")
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			time.AfterFunc(50*time.Millisecond, func() { cancel(gone) })
			started := time.Now()
			_, err := h.Host.Eval(ctx, code)
			require.ErrorIs(t, err, gone)
			assert.Less(t, time.Since(started), endless)
			assert.EqualValues(t, 2, h.Eval(`1 + 1`).Export(), "JavaScript goes on")
		})
	}
}

func TestVirtualTime(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		h := startGuest(t, jstest.Config{Mode: mode, VirtualTime: true})
		started := time.Now()
		v := h.Async(`
			const before = Date.now(), go = guest.now();
			const log = [];
			await Promise.all([guest.sleep(3600e3).then(() => log.push('hour')), guest.sleep(60e3).then(() => log.push('minute')), new Promise((r) => setTimeout(r, 61e3)).then(() => log.push('js'))]);
			return [log.join(), Math.floor((Date.now() - before) / 1000), Math.floor((guest.now() - go) / 1000)].join(' ')`)
		assert.Equal(t, "minute,js,hour 3600 3600", v.String())
		assert.Less(t, time.Since(started), endless)
	})
}

func TestManyInstances(t *testing.T) {
	program := guest(t)
	for n := range 20 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			h := jstest.Start(t, jstest.Config{Programs: []*jshost.Program{program}})
			// Two programs in one world, and twenty worlds side by side.
			h.Run(program, "one")
			h.Run(program, "two")
			h.Set("n", n)
			assert.EqualValues(t, n, h.Async(`await two.sleep(n % 5); return one.echo(n)`).Export())
			assert.EqualValues(t, 1, h.Eval(`one.put(globalThis, 'x', {}); two.echo(x) === x ? 1 : 0`).Export())
		})
	}
}

func TestFunctionsOfTheHost(t *testing.T) {
	t.Parallel()
	h := startGuest(t, jstest.Config{})
	h.Set("add", h.Func(func(args []goja.Value) (any, error) { return args[0].ToInteger() + args[1].ToInteger(), nil }))
	h.Set("refuse", h.Func(func([]goja.Value) (any, error) { return nil, codedError{} }))
	h.Set("blowUp", h.Func(func([]goja.Value) (any, error) { panic("boom") }))
	assert.EqualValues(t, 5, h.Eval(`guest.invoke((n) => add(n, 2), 3)`).Export())
	assert.Equal(t, "limit_time 9", h.Eval(`(() => { try { refuse() } catch (e) { return e.code + ' ' + e.details.left } })()`).String())
	_, err := h.Try(`blowUp()`)
	require.ErrorContains(t, err, "boom")
	v, err := h.Host.Call(t.Context(), h.Eval(`(a, b) => [a.join(), b.x[1]]`), []byte{1, 2}, map[string]any{"x": []any{"a", []byte{9}}})
	require.NoError(t, err)
	assert.Equal(t, []any{"1,2", []byte{9}}, h.Export(v))
}

type codedError struct{}

func (codedError) Error() string { return "too slow" }
func (codedError) Rejection() (string, map[string]any) {
	return "limit_time", map[string]any{"left": 9}
}

func TestRecursionBetweenGoAndJavaScriptEnds(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		h := startGuest(t, jstest.Config{Mode: mode, AllowExit: true})
		_, err := h.Try(`const down = (n) => guest.invoke(down, n + 1); down(0)`)
		_ = err // what it is depends on which side meets the limit
		assert.EqualValues(t, 2, h.Eval(`1 + 1`).Export())
	})
}

func TestClose(t *testing.T) {
	t.Parallel()
	h, err := jshost.New(jshost.Config{})
	require.NoError(t, err)
	require.NoError(t, h.Close())
	require.NoError(t, h.Close())
	_, err = h.Eval(t.Context(), `1`)
	require.ErrorIs(t, err, jshost.ErrClosed)
}
