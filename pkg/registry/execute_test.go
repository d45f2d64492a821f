package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func TestWhatIsNotEnabledDoesNotExist(t *testing.T) {
	w := watch(t, registry.Config{}, echo("paint"), echo("print"), echo("erase"))
	call := func(name string, enabled ...string) registry.Result {
		return w.Execute(t.Context(), registry.Request{Name: name, Enabled: enabled})
	}
	disabled := call("paint", "erase", "print", "nothing")
	assert.Equal(t, registry.Result{Content: "Unknown tool: paint. Enabled tools: print, erase", IsError: true}, disabled)
	missing := call("pain", "erase", "print", "nothing")
	assert.Equal(t, "Unknown tool: pain. Enabled tools: print, erase", missing.Content)
	assert.Equal(t, "Unknown tool: paint. No tools are enabled.", call("paint").Content)
	assert.Empty(t, w.activities)
}

func TestInputsAreParsedWhateverTheyAre(t *testing.T) {
	w := watch(t, registry.Config{}, echo("say"))
	for name, test := range map[string]struct {
		input, want string
		bad         bool
	}{
		"nothing":            {``, `{}`, false},
		"blank":              {" \n", `{}`, false},
		"null":               {`null`, `{}`, false},
		"empty text":         {`""`, `{}`, false},
		"object":             {`{"text":"a"}`, `{"text":"a"}`, false},
		"object as text":     {`"{\"text\":\"a\"}"`, `{"text":"a"}`, false},
		"byte order mark":    {"\ufeff{}", `{}`, false},
		"null for an option": {`{"text":null,"times":2}`, `{"times":2}`, false},
		"array":              {`[1]`, "the input must be an object, got an array", true},
		"text":               {`"hello"`, "the input must be an object, got a string", true},
		"number":             {`5`, "the input must be an object, got an integer", true},
		"cut off":            {`{"text":"ä`, `the input is not valid JSON: it ends too early, after character 10, after "{\"text\":\"ä"`, true},
		"unquoted":           {`{"text":a}`, `the input is not valid JSON: invalid character 'a' looking for beginning of value at character 9, after "{\"text\":"`, true},
		"on a later line":    {"{\n \"text\": \"ä\" x}", `at line 2, column 14, after`, true},
		"two values":         {`{} {}`, `after top-level value at character 4`, true},
		"broken text":        {`"{\"text\""`, `it ends too early`, true},
		"lone surrogate":     {`{"text":"\ud800"}`, `{"text":"�"}`, false},
		"NUL":                {`{"text":"a\u0000b"}`, `{"text":"a\u0000b"}`, false},
		"nested too deep":    {strings.Repeat("[", 20000), "not valid JSON", true},
	} {
		t.Run(name, func(t *testing.T) {
			result := run(w, "say", test.input)
			assert.Equal(t, test.bad, result.IsError)
			if !test.bad {
				assert.Equal(t, test.want, result.Content)
				return
			}
			var body struct{ Error string }
			require.NoError(t, json.Unmarshal([]byte(result.Content), &body), result.Content)
			assert.Contains(t, body.Error, test.want)
		})
	}
}

func TestEveryWrongFieldIsToldAtOnceWithAValidCall(t *testing.T) {
	w := watch(t, registry.Config{}, noteTool())
	for name, test := range map[string]struct{ input, want string }{
		"unknown action": {`{"action":"wrte","path":"/a"}`,
			`{"type":"error","error":"Invalid action 'wrte'","did_you_mean":"write","allowed_actions":["read","write","edit","delete"],"example":{"action":"write","path":"/a","text":"..."}}`},
		"no action": {`{}`,
			`{"type":"error","error":"action is required","required_param":"action","allowed_actions":["read","write","edit","delete"],"example":{"action":"read","path":"..."}}`},
		"missing parameter": {`{"action":"write","path":"/a"}`,
			`{"type":"error","error":"text is required for write action","action":"write","required_param":"text","allowed_actions":["read","write","edit","delete"],"example":{"action":"write","path":"/a","text":"..."}}`},
		"missing alternative": {`{"action":"read"}`,
			`{"type":"error","error":"path or paths is required for read action","action":"read","required_param":"path|paths","allowed_actions":["read","write","edit","delete"],"example":{"action":"read","path":"..."}}`},
		"alternative of a wrong type": {`{"action":"read","paths":"/a"}`,
			`{"type":"error","error":"paths must be an array, got \"/a\"","action":"read","allowed_actions":["read","write","edit","delete"],"example":{"action":"read","paths":["..."]}}`},
		"several": {`{"action":"read","path":5,"mode":"quik","foo":1}`,
			`{"type":"error","error":"path must be a string, got 5; Invalid mode 'quik'; foo is not a parameter","action":"read","allowed_actions":["read","write","edit","delete"],"allowed_modes":["fast","slow"],"allowed_parameters":["action","path","paths","text","mode","edits"],"example":{"action":"read","path":"..."}}`},
		"another action's parameter": {`{"action":"delete","path":"/a","text":"x"}`,
			`{"type":"error","error":"text is not a parameter of delete","action":"delete","allowed_actions":["read","write","edit","delete"],"allowed_parameters":["path"],"example":{"action":"delete","path":"/a"}}`},
		"nested": {`{"action":"edit","path":"/a","edits":[{"at":0}]}`,
			`{"type":"error","error":"edits[0].old is required; edits[0].at must be at least 1, got 0","action":"edit","allowed_actions":["read","write","edit","delete"],"example":{"action":"edit","path":"/a","edits":[{"old":"..."}]}}`},
		"names given twice": {`{"action":"read","path":"/a","file":"/b"}`,
			`{"type":"error","error":"path and file are the same parameter but have different values; give path only","action":"read","allowed_actions":["read","write","edit","delete"],"example":{"action":"read","path":"..."}}`},
		"an array": {`[]`,
			`{"type":"error","error":"the input must be an object, got an array","allowed_actions":["read","write","edit","delete"],"example":{"action":"read","path":"..."}}`},
	} {
		t.Run(name, func(t *testing.T) {
			result := run(w, "notes", test.input)
			assert.True(t, result.IsError)
			assert.Equal(t, test.want, result.Content)
			assert.JSONEq(t, test.want, string(mustJSON(result.Data)))
			var body struct{ Example json.RawMessage }
			require.NoError(t, json.Unmarshal([]byte(result.Content), &body))
			assert.False(t, run(w, "notes", string(body.Example)).IsError, "the example is a valid call")
		})
	}
}

func TestAliasesAreAcceptedAndNeverAdvertised(t *testing.T) {
	w := watch(t, registry.Config{}, noteTool())
	for name, test := range map[string]struct{ input, want string }{
		"selector":                     {`{"command":"read","path":"/a"}`, `{"path":"/a"}`},
		"action":                       {`{"action":"cat","file":"/a"}`, `{"path":"/a"}`},
		"action that sets a parameter": {`{"action":"quick","path":"/a"}`, `{"path":"/a","mode":"fast"}`},
		"set where absent only":        {`{"action":"quick","path":"/a","mode":"slow"}`, `{"path":"/a","mode":"slow"}`},
		"parameter":                    {`{"action":"write","filename":"/a","content":"x"}`, `{"path":"/a","text":"x"}`},
		"both, and equal":              {`{"action":"read","path":"/a","file":"/a"}`, `{"path":"/a"}`},
		"empty values of others":       {`{"action":"read","path":"/a","text":"","edits":[],"mode":null}`, `{"path":"/a"}`},
	} {
		t.Run(name, func(t *testing.T) {
			result := run(w, "notes", test.input)
			assert.False(t, result.IsError, result.Content)
			assert.Equal(t, test.want, result.Content)
		})
	}
	definition, err := w.Definitions(t.Context(), registry.MCP, []string{"notes"}, nil)
	require.NoError(t, err)
	assert.NotContains(t, string(definition[0]), "filename")
	readOnly := registry.Request{Name: "notes", Input: json.RawMessage(`{"action":"write","path":"/a","text":"x"}`), Enabled: []string{"notes"},
		Options: map[string]registry.Options{"notes": {"readOnly": true}}}
	result := w.Execute(t.Context(), readOnly)
	assert.Contains(t, result.Content, `"error":"Invalid action 'write'; text is not a parameter","allowed_actions":["read"]`)
}

func TestActivitiesFollowACall(t *testing.T) {
	tool := plain("work", func(_ context.Context, call registry.Call) (registry.Result, error) {
		call.Progress.Message("half")
		call.Progress.Fraction(0.5)
		call.Progress.Data(map[string]any{"a": 1, "b": 2})
		call.Progress.Data(map[string]any{"b": 3})
		call.Progress.Delete("a")
		call.Progress.DisplayName("Working")
		return registry.Result{Content: "done", Data: map[string]any{"rows": 3}}, nil
	})
	w := watch(t, registry.Config{}, tool)
	w.Execute(t.Context(), registry.Request{ID: "c1", Name: "work", Input: json.RawMessage(`{"text":"x"}`), Enabled: []string{"work"},
		Context: registry.CallContext{ProjectID: "p", ChatID: "h"}})
	require.Len(t, w.activities, 8)
	assert.Equal(t, `{"id":"c1","name":"work","displayName":"work","status":"in_progress","input":{"text":"x"},"data":{},"startedAt":"2026-11-21T02:03:04.005Z","projectId":"p","chatId":"h"}`, string(mustJSON(w.activities[0])))
	assert.Equal(t, "half", w.activities[1].DisplayMessage)
	assert.Equal(t, map[string]any{"a": 1, "b": 2}, w.activities[3].Data, "an observer's copy does not change")
	assert.Equal(t, `{"id":"c1","name":"work","displayName":"Working","status":"success","input":{"text":"x"},"data":{"b":3,"rows":3},"fraction":0.5,"startedAt":"2026-11-21T02:03:04.005Z","finishedAt":"2026-11-21T02:03:04.005Z","projectId":"p","chatId":"h"}`, string(mustJSON(w.activities[7])))
}

func TestFailuresAreTextForTheModel(t *testing.T) {
	for name, test := range map[string]struct {
		execute func(context.Context, registry.Call) (registry.Result, error)
		want    string
	}{
		"an error": {func(context.Context, registry.Call) (registry.Result, error) {
			return registry.Result{}, errors.New("no such file; want /a")
		}, "no such file; want /a"},
		"a result": {func(context.Context, registry.Call) (registry.Result, error) {
			return registry.Result{Content: "bad", IsError: true}, nil
		}, "bad"},
		"a panic": {func(context.Context, registry.Call) (registry.Result, error) { panic("secret") }, "Tool execution failed: work stopped with an internal error"},
		"an index": {func(_ context.Context, call registry.Call) (registry.Result, error) {
			call.Context.KnownTexts[len(call.Input)] = "out of range"
			return registry.Result{}, nil
		}, "Tool execution failed: work stopped with an internal error"},
		"goexit": {func(context.Context, registry.Call) (registry.Result, error) {
			runtime.Goexit()
			return registry.Result{}, nil
		}, "Tool execution failed: work stopped with an internal error"},
	} {
		t.Run(name, func(t *testing.T) {
			w := watch(t, registry.Config{}, plain("work", test.execute))
			result := run(w, "work", "{}")
			assert.Equal(t, test.want, result.Content)
			assert.True(t, result.IsError)
			activity := w.last(t, "c1")
			assert.Equal(t, registry.Failure, activity.Status)
			assert.Equal(t, test.want, activity.Error)
		})
	}
}

func TestAnInvalidCallHasAnActivityWithItsSentence(t *testing.T) {
	w := watch(t, registry.Config{}, noteTool())
	run(w, "notes", `{"action":"fly"}`)
	activity := w.last(t, "c1")
	assert.Equal(t, registry.Failure, activity.Status)
	assert.Equal(t, "Invalid action 'fly'", activity.Error)
	assert.Equal(t, map[string]any{"action": "fly"}, activity.Input)
}

func TestATooLateProgressIsDropped(t *testing.T) {
	var progress *registry.Progress
	w := watch(t, registry.Config{}, plain("work", func(_ context.Context, call registry.Call) (registry.Result, error) {
		progress = call.Progress
		return registry.Text("done"), nil
	}))
	run(w, "work", "")
	before := len(w.activities)
	progress.Message("still here")
	assert.Len(t, w.activities, before)
	var none *registry.Progress
	assert.NotPanics(t, func() { none.Message("x"); new(registry.Progress).Data(nil) })
}

func TestACancelledCallStillHasAResult(t *testing.T) {
	started := make(chan struct{})
	waits := func(ctx context.Context, _ registry.Call) (registry.Result, error) {
		close(started)
		<-ctx.Done()
		return registry.Result{}, ctx.Err()
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-started; cancel() }()
	w := watch(t, registry.Config{}, plain("work", waits))
	result := w.Execute(ctx, registry.Request{ID: "c1", Name: "work", Enabled: []string{"work"}})
	assert.Equal(t, registry.Result{Content: "The call was cancelled.", IsError: true}, result)
	assert.Equal(t, registry.Cancelled, w.last(t, "c1").Status)

	result = w.Execute(ctx, registry.Request{ID: "c2", Name: "work", Enabled: []string{"work"}})
	assert.Equal(t, "The call was cancelled before it started; nothing was changed.", result.Content)
	assert.Equal(t, registry.Cancelled, w.last(t, "c2").Status)
}

func TestWhatWasDoneIsToldAlsoWhenItComesLate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := watch(t, registry.Config{}, plain("work", func(context.Context, registry.Call) (registry.Result, error) {
		cancel()
		return registry.Text("written"), nil
	}))
	result := w.Execute(ctx, registry.Request{ID: "c1", Name: "work", Enabled: []string{"work"}})
	assert.Equal(t, registry.Text("written"), result)
	assert.Equal(t, registry.Success, w.last(t, "c1").Status)
}

func TestDeadlines(t *testing.T) {
	obeys := plain("work", func(ctx context.Context, _ registry.Call) (registry.Result, error) {
		<-ctx.Done()
		return registry.Result{}, fmt.Errorf("waiting: %w", ctx.Err())
	})
	obeys.Timeout = time.Millisecond
	w := watch(t, registry.Config{}, obeys)
	assert.Equal(t, "Tool execution failed: work did not end within 1ms.", run(w, "work", "").Content)
	assert.Equal(t, registry.Failure, w.last(t, "c1").Status)

	release := make(chan struct{})
	defer close(release)
	stubborn := plain("work", func(context.Context, registry.Call) (registry.Result, error) {
		<-release
		return registry.Text("too late"), nil
	})
	w = watch(t, registry.Config{Timeout: time.Millisecond, Grace: time.Millisecond}, stubborn)
	const left = " It was still running then, and what it had begun may yet take effect."
	assert.Equal(t, "Tool execution failed: work did not end within 1ms."+left, run(w, "work", "").Content)

	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	w = watch(t, registry.Config{Grace: time.Millisecond}, stubborn)
	result := w.Execute(ctx, registry.Request{Name: "work", Enabled: []string{"work"}})
	assert.Equal(t, "The call was cancelled."+left, result.Content)

	own := plain("work", func(context.Context, registry.Call) (registry.Result, error) {
		return registry.Result{}, fmt.Errorf("the site did not answer: %w", context.DeadlineExceeded)
	})
	w = watch(t, registry.Config{}, own)
	assert.Equal(t, "the site did not answer: context deadline exceeded", run(w, "work", "").Content, "a deadline of the tool's own")
}

func TestCallsWithoutIDsGetDifferentOnes(t *testing.T) {
	w := watch(t, registry.Config{}, echo("say"))
	for range 2 {
		w.Execute(t.Context(), registry.Request{Name: "say", Enabled: []string{"say"}})
	}
	require.Len(t, w.activities, 4)
	assert.NotEmpty(t, w.activities[0].ID)
	assert.NotEqual(t, w.activities[0].ID, w.activities[2].ID)
}

func TestBackgroundToolsHaveMarkedActivities(t *testing.T) {
	tool := echo("say")
	tool.Background = true
	w := watch(t, registry.Config{}, tool)
	run(w, "say", "")
	assert.True(t, w.last(t, "c1").Background)
}

func FuzzExecuteNeverPanics(f *testing.F) {
	for _, input := range []string{``, `{}`, `{"action":"read","path":"/a"}`, `{"action":5}`, `"{"`, `{"action":"edit","path":"/a","edits":[{"old":1e400}]}`, `{"edits":[{"at":1.0}]}`, "\xff"} {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		w := watch(t, registry.Config{}, noteTool())
		result := run(w, "notes", input)
		require.NotContains(t, result.Content, "Tool execution failed")
		require.Empty(t, w.failures)
		require.NotEmpty(t, result.Content)
	})
}
