package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

var update = flag.Bool("update", false, "write what the methods answer into testdata; read the difference before committing it")

// exchange is one call of the golden conversation and its answer, as JSON. Bytes
// stand as text.
type exchange struct {
	Method string          `json:"method"`
	Args   json.RawMessage `json:"args"`
	Bytes  *string         `json:"bytes,omitempty"`

	Result      json.RawMessage `json:"result,omitempty"`
	ResultBytes *string         `json:"resultBytes,omitempty"`
	Error       *goldenError    `json:"error,omitempty"`
}

type goldenError struct {
	Code    api.Code       `json:"code"`
	Message string         `json:"message"`
	Details map[string]any `json:"details,omitempty"`
}

// TestGolden keeps the wire form of every method: the answers to the calls in
// testdata/golden.json stay what they are there, byte for byte, until somebody
// changes them on purpose (go test ./wasm/api -run Golden -update).
func TestGolden(t *testing.T) {
	const path = "testdata/golden.json"
	var want []exchange
	readJSON(t, path, &want)
	c := newClient(t, api.Deps{Tool: lend(map[string]func(context.Context, string) (string, error){
		"weather execute":      always(`{"content":"sunny","data":{"celsius":20},"parts":[{"mimeType":"text/plain","data":"YWI=","path":"/a"}]}`),
		"weather systemPrompt": always(`"Look up the weather."`),
	})})
	var got []exchange
	for _, call := range want {
		var content []byte
		if call.Bytes != nil {
			content = []byte(*call.Bytes)
		}
		answer := exchange{Method: call.Method, Args: call.Args, Bytes: call.Bytes}
		result, out, err := c.api.Call(t.Context(), call.Method, call.Args, content)
		if call.Method == "start" && err == nil {
			// The built-in tools have golden files of their own.
			result = withoutTools(t, result)
		}
		answer.Result = result
		if out != nil {
			text := string(out)
			answer.ResultBytes = &text
		}
		var failed *api.Error
		if errors.As(err, &failed) {
			answer.Error = &goldenError{failed.Code, failed.Message, failed.Details}
		}
		got = append(got, answer)
	}
	text, err := json.MarshalIndent(got, "", "  ")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o644))
		return
	}
	golden, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(golden), string(text)+"\n")
}

func withoutTools(t *testing.T, result json.RawMessage) json.RawMessage {
	t.Helper()
	var started api.StartResult
	decode(t, result, &started)
	assert.NotEmpty(t, started.Tools)
	started.Tools = nil
	return json.RawMessage(encode(t, started))
}
