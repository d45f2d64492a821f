// Package jstest runs GOOS=js modules and TypeScript in Go tests, on
// [jshost]. It is for tests only.
//
//	program := jstest.Module(t, "clienttools") // build/clienttools.wasm
//	host := jstest.Start(t, jstest.Config{Programs: []*jshost.Program{program}})
//	value := host.Eval(`clientTools.echo(1)`)
//
// Compiled modules are shared by all tests of the process and cached on disk, in
// $CLIENTTOOLS_WAZERO_CACHE or else in clienttools-wazero of the user's cache
// folder. The first compilation of a module takes a second per MB of it, twelve
// with the race detector on: run tests without it first, they share the cache.
package jstest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
)

// Timeout is how long one call of a Host may take.
const Timeout = 2 * time.Minute

// CacheDir is where compiled modules are kept.
func CacheDir() string {
	if dir := os.Getenv("CLIENTTOOLS_WAZERO_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "clienttools-wazero")
}

// programs are the modules that this process has compiled, by content and flavour.
// It is state of the package, but of a kind that no test can notice: an entry is a
// function of its key.
var programs sync.Map

// Compile compiles a module, once per process.
func Compile(t testing.TB, name string, wasm []byte, interruptible bool) *jshost.Program {
	t.Helper()
	type key struct {
		wasm          string
		interruptible bool
	}
	compile := sync.OnceValues(func() (*jshost.Program, error) {
		return jshost.Compile(context.Background(), wasm, jshost.CompileConfig{CacheDir: CacheDir(), Name: name, Interruptible: interruptible})
	})
	entry, _ := programs.LoadOrStore(key{jshost.ContentHash(wasm), interruptible}, compile)
	program, err := entry.(func() (*jshost.Program, error))()
	require.NoError(t, err)
	return program
}

// Module is the compiled build/NAME.wasm of this repository. It is built first if
// it is missing or older than a source of it.
func Module(t testing.TB, name string) *jshost.Program {
	t.Helper()
	return Compile(t, name, ModuleBytes(t, name), false)
}

// InterruptibleModule is Module for programs whose endless loops a test ends. Add
// it to Config.Programs, beside or in place of the other: workers run it.
func InterruptibleModule(t testing.TB, name string) *jshost.Program {
	t.Helper()
	return Compile(t, name, ModuleBytes(t, name), true)
}

// Config is that of a jshost.Host, and what a test adds.
type Config struct {
	Mode     jshost.Mode
	Programs []*jshost.Program
	// Serve holds what fetch and workers find, by URL or by path. Paths count from
	// the page's address.
	Serve map[string][]byte
	// VirtualTime, AllowExit: see jshost.Config.
	VirtualTime bool
	AllowExit   bool
	// AllowUnhandled keeps unhandled rejections from failing the test.
	AllowUnhandled bool
	// Host sets what is not here. Its Files are asked for what Serve has not.
	Host jshost.Config
}

// Host is a world whose errors fail the test.
type Host struct {
	*jshost.Host
	t testing.TB
}

// Start makes a world. It is closed with the test, which fails if a rejection was
// left unhandled.
func Start(t testing.TB, config Config) *Host {
	t.Helper()
	c := config.Host
	c.Mode, c.Programs = config.Mode, append(c.Programs, config.Programs...)
	c.VirtualTime, c.AllowExit = c.VirtualTime || config.VirtualTime, c.AllowExit || config.AllowExit
	files := c.Files
	c.Files = func(address string) ([]byte, error) {
		for name, content := range config.Serve {
			if address == name || strings.HasSuffix(address, "/"+strings.TrimPrefix(name, "/")) {
				return content, nil
			}
		}
		if files != nil {
			return files(address)
		}
		return nil, &fs.PathError{Op: "open", Path: address, Err: fs.ErrNotExist}
	}
	host, err := jshost.New(c)
	require.NoError(t, err)
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
		if config.AllowUnhandled {
			return
		}
		for _, unhandled := range host.Unhandled() {
			t.Errorf("a rejection was left unhandled: %v", unhandled)
		}
		if t.Failed() {
			t.Logf("the world printed:\n%s", host.Output())
		}
	})
	return &Host{Host: host, t: t}
}

func (h *Host) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(h.t.Context(), Timeout)
}

// Run starts a program in the world.
func (h *Host) Run(p *jshost.Program, args ...string) *goja.Object {
	h.t.Helper()
	ctx, cancel := h.context()
	defer cancel()
	object, err := h.Start(ctx, p, jshost.Run{Args: append([]string{"js"}, args...)})
	require.NoError(h.t, err)
	return object
}

// Eval runs a script and waits for its promise, if it gives one.
func (h *Host) Eval(code string) goja.Value {
	h.t.Helper()
	v, err := h.Try(code)
	require.NoError(h.t, err)
	return v
}

// Async runs the body of an async function.
func (h *Host) Async(body string) goja.Value {
	h.t.Helper()
	v, err := h.TryAsync(body)
	require.NoError(h.t, err)
	return v
}

// Try is Eval for scripts that may fail.
func (h *Host) Try(code string) (goja.Value, error) {
	ctx, cancel := h.context()
	defer cancel()
	return h.Host.Eval(ctx, code)
}

// TryAsync is Async for bodies that may fail.
func (h *Host) TryAsync(body string) (goja.Value, error) {
	ctx, cancel := h.context()
	defer cancel()
	return h.Host.Async(ctx, body)
}

// Set sets a global, converted as by jshost.Host.Value.
func (h *Host) Set(name string, v any) {
	h.t.Helper()
	require.NoError(h.t, h.Host.Set(name, v))
}
