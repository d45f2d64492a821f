package api

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript"
)

// fakeHost lends a script one file.
type fakeHost struct {
	files javascript.FileSystem
	lines *[]javascript.Line
}

func (h fakeHost) Files() javascript.FileSystem { return h.files }
func (h fakeHost) Console(line javascript.Line) {
	if h.lines != nil {
		*h.lines = append(*h.lines, line)
	}
}

// oneFile is a file system with one file, which must not be read twice at once.
type oneFile struct {
	javascript.FileSystem
	busy sync.Mutex
	data []byte
}

func (f *oneFile) ReadFile(_ context.Context, path string) ([]byte, error) {
	if !f.busy.TryLock() {
		return nil, errors.New("two operations at once")
	}
	defer f.busy.Unlock()
	if path != "/a" {
		return nil, &javascript.FileError{Code: "ENOENT", Syscall: "open", Path: path}
	}
	return f.data, nil
}

func (f *oneFile) WriteFile(_ context.Context, _ string, data []byte, _ bool) error {
	f.data = data
	return nil
}

// coded is a rejection of the realm.
type coded struct {
	code string
	error
}

func (c coded) Rejection() (string, map[string]any) { return c.code, nil }

func TestRemoteEngine(t *testing.T) {
	a := New(Deps{})
	ctx := context.Background()
	_, _, err := a.Call(ctx, "start", json.RawMessage(`{}`), nil)
	require.NoError(t, err)
	running := a.running.Load().scripts
	files := &oneFile{data: []byte("text")}

	var run string
	var lines []javascript.Line
	engine := remoteEngine{scripts: running, sandbox: func(ctx context.Context, args ...string) (string, error) {
		var job javascript.Job
		require.NoError(t, json.Unmarshal([]byte(args[0]), &job))
		run = job.Run
		ask := func(op string, args map[string]any, content []byte) (string, string) {
			args["run"], args["op"] = job.Run, op
			text, err := json.Marshal(args)
			require.NoError(t, err)
			result, out, err := a.Call(ctx, "sandbox.files", text, content)
			require.NoError(t, err)
			return string(result), string(out)
		}
		_, content := ask("readFile", map[string]any{"path": "/a"}, nil)
		assert.Equal(t, "text", content)
		reply, _ := ask("readFile", map[string]any{"path": "/b"}, nil)
		assert.JSONEq(t, `{"error":{"code":"ENOENT","syscall":"open","path":"/b"}}`, reply)
		ask("writeFile", map[string]any{"path": "/a"}, []byte("more"))
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { ask("readFile", map[string]any{"path": "/a"}, nil) })
		}
		all.Wait()
		_, _, err := a.Call(ctx, "sandbox.files", json.RawMessage(`{"run":"`+job.Run+`","op":"format"}`), nil)
		assert.ErrorContains(t, err, "format")
		_, _, err = a.Call(ctx, "sandbox.console", json.RawMessage(`{"run":"`+job.Run+`","lines":[{"level":"log","text":"a"},{"level":"warn","text":"b"}]}`), nil)
		assert.NoError(t, err)
		return `{"hasValue":true,"value":"` + job.Code + `"}`, nil
	}}
	outcome, err := engine.Run(ctx, javascript.Job{Code: "1"}, fakeHost{files, &lines})
	require.NoError(t, err)
	assert.Equal(t, javascript.Outcome{HasValue: true, Value: "1"}, outcome)
	assert.Equal(t, "more", string(files.data))
	assert.Equal(t, []javascript.Line{{Level: "log", Text: "a"}, {Level: "warn", Text: "b"}}, lines)

	_, _, err = a.Call(ctx, "sandbox.files", json.RawMessage(`{"run":"`+run+`","op":"readFile","path":"/a"}`), nil)
	assert.ErrorContains(t, err, "is not running", "a script that has ended reaches no files")
	_, _, err = a.Call(ctx, "sandbox.console", json.RawMessage(`{"run":"`+run+`","lines":[{"level":"log","text":"late"}]}`), nil)
	assert.ErrorContains(t, err, "is not running")
	assert.Len(t, lines, 2)
	assert.Empty(t, running.runs)
}

func TestRemoteEngineErrors(t *testing.T) {
	limits := javascript.Limits{TimeMs: 250}
	tests := []struct {
		name   string
		answer string
		err    error
		want   error
		text   string
	}{
		{"time", "", coded{"limit_time", errors.New("x")}, javascript.NewLimitError(javascript.LimitTime, limits), ""},
		{"memory", "", coded{"limit_memory", errors.New("x")}, javascript.NewLimitError(javascript.LimitMemory, limits), ""},
		{"stack", "", coded{"limit_stack", errors.New("x")}, javascript.NewLimitError(javascript.LimitStack, limits), ""},
		{"timers", "", coded{"limit_timers", errors.New("x")}, javascript.NewLimitError(javascript.LimitTimers, limits), ""},
		{"cancelled", "", coded{"cancelled", errors.New("x")}, context.Canceled, ""},
		{"not loaded", "", coded{"load_failed", errors.New("HTTP 404")}, nil, "the sandbox: HTTP 404"},
		{"without code", "", errors.New("odd"), nil, "the sandbox: odd"},
		{"garbage", "<html>", nil, nil, "the sandbox gave a broken outcome"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine := remoteEngine{scripts: &scripts{}, sandbox: func(context.Context, ...string) (string, error) { return test.answer, test.err }}
			_, err := engine.Run(context.Background(), javascript.Job{Limits: limits}, fakeHost{})
			require.Error(t, err)
			if test.want != nil {
				assert.Equal(t, test.want, err)
				return
			}
			assert.ErrorContains(t, err, test.text)
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	engine := remoteEngine{scripts: &scripts{}, sandbox: func(context.Context, ...string) (string, error) {
		cancel()
		return "", errors.New("ended")
	}}
	_, err := engine.Run(ctx, javascript.Job{}, fakeHost{})
	assert.Equal(t, context.Canceled, err)
}
