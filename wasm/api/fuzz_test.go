package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/clienttools/clienttools/wasm/api"
)

// FuzzCall: whatever comes over the boundary, there is a result in JSON or an
// error with a code, and the next call works.
func FuzzCall(f *testing.F) {
	for _, method := range api.MethodTypes() {
		if method.Name == "close" {
			continue
		}
		f.Add(method.Name, []byte(`{}`), []byte(nil))
		f.Add(method.Name, []byte(`{"projectId":"p","path":"/a","from":"/a","to":"/b","version":1,"id":"1"}`), []byte("text"))
		f.Add(method.Name, []byte(`{"name":"memory","apiType":"gemini","calls":[null,{}],"input":"{\"command\":","enabledToolNames":["memory"],"toolOptions":{"memory":{"x":1}},"context":{"projectId":"p"}}`), []byte(nil))
	}
	f.Add("run", []byte(`{"apiType":"openai_chat","calls":[{"function":{"arguments":"{{"}}],"enabledToolNames":[],"context":{"projectId":"\ud800"}}`), []byte(nil))
	f.Add("register", []byte(`{"tools":[{"name":"x","description":"d","inputSchema":{"type":"object","$ref":"#"},"policy":{"ask":{"a":["**"]}}}]}`), []byte(nil))
	f.Fuzz(func(t *testing.T, method string, args, content []byte) {
		if method == "close" {
			return
		}
		deps := api.Deps{Tool: func(_ context.Context, given ...string) (string, error) { return string(args), nil }}
		a := api.New(deps)
		if method != "start" {
			mustCall(t, a, "start", `{}`)
		}
		check(t, a, method, args, content)
		if method != "start" {
			mustCall(t, a, "tools", `{}`)
		}
	})
}

func check(t *testing.T, a *api.API, method string, args, content []byte) {
	result, _, err := a.Call(context.Background(), method, args, content)
	if err == nil {
		if !json.Valid(result) {
			t.Errorf("%s gave %q", method, result)
		}
		return
	}
	var failed *api.Error
	if !errors.As(err, &failed) || failed.Code == "" || failed.Message == "" {
		t.Errorf("%s failed without a code: %v", method, err)
	}
	if failed.Code == api.Internal {
		t.Errorf("%s(%q): %v", method, args, err)
	}
}

func mustCall(t *testing.T, a *api.API, method, args string) {
	if _, _, err := a.Call(context.Background(), method, json.RawMessage(args), nil); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}
