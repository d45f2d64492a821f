package registry_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
)

func TestOverrideWithSeveralDefinitions(t *testing.T) {
	for override, want := range map[string][]string{
		`[{"name": "a"}, {"name": "b"}]`: {`{"name":"a"}`, `{"name":"b"}`},
		`[]`:                             nil,
		`[{"name": "a"}, null]`:          nil,
		`["a"]`:                          nil,
	} {
		tool := noteTool()
		tool.Override = func(context.Context, registry.API, registry.Options) (json.RawMessage, error) {
			return json.RawMessage(override), nil
		}
		r := registry.New(registry.Config{Formats: wire.Formats()})
		require.NoError(t, r.Register(tool))
		definitions, err := r.Definitions(t.Context(), registry.Anthropic, []string{"notes"}, nil)
		require.NoError(t, err)
		var got []string
		for _, definition := range definitions {
			got = append(got, string(definition))
		}
		assert.Equal(t, want, got, override)
	}
}
