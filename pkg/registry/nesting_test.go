package registry_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func TestNesting(t *testing.T) {
	for text, want := range map[string]int{
		``: 0, `1`: 0, `"[["`: 0, `"\"["`: 0, `[]`: 1, `{"a":[{}],"b":[]}`: 3, `["\\",[[]]]`: 3, `[[[`: 3, `]]]`: 0,
		`"\\\"["`: 0, `["\\\\\\",[["]`: 3, `["\"\\",[[]]]`: 3, `["[[`: 1, `["\`: 1, `{"[\"]":["]"]}`: 2,
	} {
		assert.Equal(t, want, registry.Nesting([]byte(text)), text)
	}
}

// An input that is nested thousands of levels deep would end the module in a
// browser, whose stack does not grow.
func TestDeepInputIsRefused(t *testing.T) {
	type input struct {
		A any `json:"a"`
	}
	r := registry.New(registry.Config{})
	require.NoError(t, r.Register(registry.Define(registry.Spec[input, registry.NoOptions]{
		Name: "deep", Description: "d",
		Execute: func(context.Context, input, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
			return registry.Text("ran"), nil
		},
	})))
	nested := func(levels int) string { return strings.Repeat(`{"a":`, levels) + `1` + strings.Repeat(`}`, levels) }
	quoted, err := json.Marshal(nested(5000))
	require.NoError(t, err)
	for input, want := range map[string]string{
		nested(200): "ran", nested(201): "nested deeper than 200 levels", nested(9999): "nested deeper than 200 levels", string(quoted): "nested deeper than 200 levels",
	} {
		result := r.Execute(context.Background(), registry.Request{Name: "deep", Input: json.RawMessage(input), Enabled: []string{"deep"}})
		assert.Contains(t, result.Content, want)
	}
}
