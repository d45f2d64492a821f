package jstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// recorder is a test whose end and failures are looked at.
type recorder struct {
	testing.TB
	cleanups []func()
	errors   []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Cleanup(f func())    { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Failed() bool        { return len(r.errors) > 0 }
func (r *recorder) Error(args ...any)   { r.errors = append(r.errors, fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) end() {
	for _, f := range r.cleanups {
		f()
	}
}

func TestUnhandledRejectionsFailTheTest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code  string
		allow bool
		fails bool
	}{
		"none":      {code: `Promise.reject(1).catch(() => {}); 0`},
		"one":       {code: `Promise.reject(new Error('lost')); 0`, fails: true},
		"allowed":   {code: `Promise.reject(new Error('lost')); 0`, allow: true},
		"in worker": {code: `new Promise((r) => { new Worker('w.js').onmessage = r })`, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			test := &recorder{TB: t}
			h := jstest.Start(test, jstest.Config{AllowUnhandled: c.allow, Serve: map[string][]byte{
				"w.js": []byte(`Promise.reject(new Error('lost')); setTimeout(() => postMessage(1))`),
			}})
			_, err := h.Try(c.code)
			require.NoError(t, err)
			test.end()
			assert.Equal(t, c.fails, test.Failed(), strings.Join(test.errors, "\n"))
			if c.fails {
				assert.Contains(t, test.errors[0], "lost")
			}
		})
	}
}

func TestBundle(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{})
	source := jstest.BundleSource(t, ".", `
		class A { #n: number = 1; static has(o: object): boolean { return #n in o && true } async *[Symbol.asyncIterator]() { yield this.#n } }
		export async function go(): Promise<string> {
			let sum = 0;
			for await (const n of new A()) sum += n;
			return [sum, A.has(new A()), A.has({})].join();
		}`)
	_, err := h.RunScript(t.Context(), "bundle.js", string(source))
	require.NoError(t, err)
	assert.Equal(t, "1,true,false", h.Eval(`exports.go()`).String())
}

func TestRoot(t *testing.T) {
	t.Parallel()
	assert.FileExists(t, jstest.Root(t)+"/go.mod")
}
