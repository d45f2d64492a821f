package tools_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

// TestGoldenSignatures holds what a model is told of the tools that its code may
// call: every built-in one.
func TestGoldenSignatures(t *testing.T) {
	g := openGolden(t, "signatures")
	defer g.nothingElse()
	r := newRegistry(t)
	enabled := []string{}
	for _, tool := range r.All() {
		enabled = append(enabled, tool.Name)
	}
	describe := func() string {
		definitions, err := r.Definitions(t.Context(), registry.Anthropic, enabled, map[string]registry.Options{"javascript": {"allowTools": true}})
		require.NoError(t, err)
		for _, definition := range definitions {
			var d struct{ Name, Description string }
			require.NoError(t, json.Unmarshal(definition, &d))
			if d.Name == "javascript" {
				return d.Description
			}
		}
		return ""
	}
	g.sameText("javascript.txt", describe())
	first := describe()
	for i, j := 0, len(enabled)-1; i < j; i, j = i+1, j-1 {
		enabled[i], enabled[j] = enabled[j], enabled[i]
	}
	assert.Equal(t, first, describe(), "the order of names does not show")
}
