package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func guarded(policy registry.Policy) (registry.Tool, *int) {
	runs := 0
	tool := plain("erase", func(context.Context, registry.Call) (registry.Result, error) {
		runs++
		return registry.Text("erased"), nil
	})
	tool.DisplayName = "Eraser"
	tool.Policy = policy
	return tool, &runs
}

func TestApprovalFailsClosed(t *testing.T) {
	says := func(decision registry.ApprovalDecision, err error) registry.Approver {
		return func(context.Context, registry.ApprovalRequest) (registry.ApprovalDecision, error) {
			return decision, err
		}
	}
	for name, test := range map[string]struct {
		approve registry.Approver
		want    string
	}{
		"missing":       {nil, "no one is there who could approve it"},
		"throws":        {says(registry.ApprovalDecision{Allow: true}, errors.New("closed")), "the question could not be asked"},
		"panics":        {func(context.Context, registry.ApprovalRequest) (registry.ApprovalDecision, error) { panic("x") }, "the question could not be asked"},
		"says no":       {says(registry.ApprovalDecision{}, nil), "the user said no"},
		"says why":      {says(registry.ApprovalDecision{Reason: "not that file"}, nil), "not that file"},
		"never answers": {func(ctx context.Context, _ registry.ApprovalRequest) (registry.ApprovalDecision, error) { select {} }, "there was no answer in time"},
		"gives up when told": {func(ctx context.Context, _ registry.ApprovalRequest) (registry.ApprovalDecision, error) {
			<-ctx.Done()
			return registry.ApprovalDecision{Allow: true}, ctx.Err()
		}, "there was no answer in time"},
	} {
		t.Run(name, func(t *testing.T) {
			tool, runs := guarded(registry.Policy{Mode: registry.PolicyAlways})
			w := watch(t, registry.Config{Approve: test.approve, ApproveTimeout: 10 * time.Millisecond}, tool)
			result := run(w, "erase", `{"text":"a"}`)
			assert.Equal(t, registry.Result{Content: "The call was not approved and not executed: " + test.want, IsError: true}, result)
			assert.Equal(t, registry.Denied, w.last(t, "c1").Status)
			assert.Zero(t, *runs)
		})
	}
	tool, runs := guarded(registry.Policy{Mode: "sometimes"})
	run(watch(t, registry.Config{}, tool), "erase", "")
	assert.Zero(t, *runs, "a policy that is not known")
}

func TestApprovalIsAskedAfterValidation(t *testing.T) {
	var asked []registry.ApprovalRequest
	tool, runs := guarded(registry.Policy{Mode: registry.PolicyAlways})
	w := watch(t, registry.Config{Approve: func(_ context.Context, request registry.ApprovalRequest) (registry.ApprovalDecision, error) {
		asked = append(asked, request)
		return registry.ApprovalDecision{Allow: true}, nil
	}}, tool)
	run(w, "erase", `{"text":5}`)
	assert.Empty(t, asked)
	w.Execute(t.Context(), registry.Request{Name: "erase", Enabled: []string{"erase"}, Input: json.RawMessage(`{"text":"a"}`), Context: registry.CallContext{ProjectID: "p"}})
	require.Len(t, asked, 1)
	assert.Equal(t, `{"tool":"erase","input":{"text":"a"},"context":{"projectId":"p"},"reason":"Eraser always needs approval"}`, string(mustJSON(asked[0])))
	assert.Equal(t, 1, *runs)
}

func TestPolicies(t *testing.T) {
	call := func(chat, text string) registry.Request {
		return registry.Request{Name: "erase", Enabled: []string{"erase"}, Input: mustJSON(map[string]string{"text": text}), Context: registry.CallContext{ProjectID: "p", ChatID: chat}}
	}
	for name, test := range map[string]struct {
		policy   registry.Policy
		remember bool
		calls    []registry.Request
		asked    int
	}{
		"never":                     {registry.Policy{}, true, []registry.Request{call("1", "a")}, 0},
		"always, remembered or not": {registry.Policy{Mode: registry.PolicyAlways}, true, []registry.Request{call("1", "a"), call("1", "a")}, 2},
		"first, remembered":         {registry.Policy{Mode: registry.PolicyFirst}, true, []registry.Request{call("1", "a"), call("1", "b")}, 1},
		"first, not remembered":     {registry.Policy{Mode: registry.PolicyFirst}, false, []registry.Request{call("1", "a"), call("1", "b")}, 2},
		"first, in another chat":    {registry.Policy{Mode: registry.PolicyFirst}, true, []registry.Request{call("1", "a"), call("2", "a")}, 2},
		"ask":                       {registry.Policy{Mode: registry.PolicyAsk, Ask: map[string][]string{"text": {"/lib/*", "**.env"}}}, false, []registry.Request{call("1", "/lib/a.js"), call("1", "/a.js"), call("1", "/x/y/.env"), call("1", "/lib/b/c.js")}, 2},
		"ask, remembered":           {registry.Policy{Mode: registry.PolicyAsk, Ask: map[string][]string{"text": {"/lib/**"}}}, true, []registry.Request{call("1", "/lib/a"), call("1", "/lib/b/c")}, 1},
		"only changes":              {registry.Policy{Mode: registry.PolicyAlways, OnlyChanges: true}, false, []registry.Request{call("1", "look"), call("1", "burn")}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			tool, runs := guarded(test.policy)
			tool.Access = func(input json.RawMessage) registry.Access {
				if string(input) == `{"text":"look"}` {
					return registry.ReadAll()
				}
				return registry.WriteAll()
			}
			w := watch(t, registry.Config{Approve: func(context.Context, registry.ApprovalRequest) (registry.ApprovalDecision, error) {
				asked++
				return registry.ApprovalDecision{Allow: true, Remember: test.remember}, nil
			}}, tool)
			for _, request := range test.calls {
				w.Execute(t.Context(), request)
			}
			assert.Equal(t, test.asked, asked)
			assert.Equal(t, len(test.calls), *runs)
		})
	}
}

func TestPolicyJSON(t *testing.T) {
	for text, want := range map[string]registry.Policy{
		`"never"`:                   {Mode: registry.PolicyNever},
		`"first"`:                   {Mode: registry.PolicyFirst},
		`{"ask":{"path":["/a/*"]}}`: {Mode: registry.PolicyAsk, Ask: map[string][]string{"path": {"/a/*"}}},
	} {
		var policy registry.Policy
		require.NoError(t, json.Unmarshal([]byte(text), &policy))
		assert.Equal(t, want, policy)
		assert.Equal(t, text, string(mustJSON(policy)))
	}
	for _, text := range []string{`"sometimes"`, `5`, `{}`, `{"ask":[]}`} {
		assert.Error(t, json.Unmarshal([]byte(text), new(registry.Policy)), text)
	}
}
