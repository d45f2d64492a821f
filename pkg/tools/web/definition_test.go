package web_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/registrytest"
	"github.com/clienttools/clienttools/pkg/registry/wire"
	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

func TestConformance(t *testing.T) {
	registrytest.Conforms(t, func(t *testing.T) registry.Tool {
		return web.New(nil, vfs.NewProjects(memstore.New(), vfs.Config{}), web.Options{SearchURL: "https://search.example"})
	})
}

func TestNativeDefinitions(t *testing.T) {
	r := registry.New(registry.Config{Formats: wire.Formats()})
	require.NoError(t, r.Register(web.New(nil, nil, web.Options{})))
	native := map[string]registry.Options{"web": {"native": true, "blockedDomains": "a.example, b.example"}}
	definitions, err := r.Definitions(t.Context(), registry.Anthropic, []string{"web"}, native)
	require.NoError(t, err)
	require.Len(t, definitions, 2)
	assert.Equal(t, `{"type":"web_search_20250305","name":"web_search","max_uses":10,"blocked_domains":["a.example","b.example"]}`, string(definitions[0]))
	assert.Equal(t, `{"type":"web_fetch_20250910","name":"web_fetch","max_uses":10,"blocked_domains":["a.example","b.example"]}`, string(definitions[1]))
	for api := range wire.Formats() {
		if api == registry.Anthropic {
			continue
		}
		definitions, err := r.Definitions(t.Context(), api, []string{"web"}, native)
		require.NoError(t, err)
		require.Len(t, definitions, 1, api)
		assert.Contains(t, string(definitions[0]), "fetch: read a page.", "the option is for Anthropic alone")
	}
}
