//go:build !js

package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/web"
)

// searx answers like SearXNG.
func searx(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if r.URL.Path != "/searx/search" || query.Get("format") != "json" {
		http.NotFound(w, r)
		return
	}
	switch query.Get("q") {
	case "broken":
		fmt.Fprint(w, "<html>")
	case "other":
		fmt.Fprint(w, `{"error":"x"}`)
	case "forbidden":
		w.WriteHeader(http.StatusForbidden)
	case "down":
		w.WriteHeader(http.StatusBadGateway)
	case "nothing":
		fmt.Fprint(w, `{"query":"nothing","number_of_results":0,"results":[]}`)
	default:
		var results []string
		for i := range 12 {
			results = append(results, fmt.Sprintf(`{"url":"https://example.com/%d?q=a&b","title":"T %d","content":"About\n%s","engine":"x"}`, i, i, query.Get("q")))
		}
		results[1] = `{"url":"javascript:x","title":"bad"}`
		fmt.Fprintf(w, `{"query":"q","number_of_results":0,"results":[%s],"answers":[],"infoboxes":[]}`, strings.Join(results, ","))
	}
}

func TestSearch(t *testing.T) {
	d := newDesk(t, web.Options{}, searx)
	result := d.call(in{"action": "search", "query": "go & wasm+ü"})
	require.False(t, result.IsError, result.Content)
	assert.Equal(t, "search_results", result.Data["type"])
	assert.Equal(t, "go & wasm+ü", result.Data["query"])
	assert.EqualValues(t, 12, result.Data["total_results"])
	list := result.Data["results"].([]any)
	require.Len(t, list, 10)
	assert.Equal(t, in{"url": "https://example.com/0?q=a&b", "title": "T 0", "snippet": "About go & wasm+ü"}, list[0])
	assert.NotContains(t, result.Content, "javascript:")

	result = d.call(in{"action": "search", "query": "nothing"})
	assert.Equal(t, []any{}, result.Data["results"])
	for query, want := range map[string]string{
		"broken": "Invalid response from search service", "other": "Invalid response from search service",
		"forbidden": "HTTP 403: Forbidden. SearXNG answers JSON only where its settings list json under search.formats.",
		"down":      "HTTP 502: Bad Gateway",
	} {
		d.fails(in{"action": "search", "query": query}, want)
		assert.Equal(t, query, d.call(in{"action": "search", "query": query}).Data["query"])
	}
}

func TestSearchLimit(t *testing.T) {
	d := newDesk(t, web.Options{}, searx)
	search := in{"action": "search", "query": "x"}
	d.where.TurnID = "1"
	for range 10 {
		require.False(t, d.call(search).IsError)
	}
	d.fails(search, "Search limit reached (10 per response)")
	assert.Equal(t, "x", d.call(search).Data["query"])
	assert.Len(t, d.asked, 10)
	d.where.TurnID = "2"
	assert.False(t, d.call(search).IsError, "the next turn begins anew")
	d.where.TurnID, d.where.ChatID = "1", "other"
	assert.False(t, d.call(search).IsError, "turns of other chats are others")
}

func TestSearchFeedsKnownURLs(t *testing.T) {
	d := newDesk(t, web.Options{}, searx)
	d.where.KnownTexts = []string{"find it"}
	d.options = registry.Options{"blockedDomains": "example.com"}
	d.call(in{"action": "search", "query": "x"})
	d.fails(in{"action": "fetch", "url": "https://example.com/3?q=a&b"}, "example.com is on the list of blocked domains")
	d.options = registry.Options{"allowedDomains": "example.org"}
	d.fails(in{"action": "fetch", "url": "https://example.com/3?q=a&b"}, "example.com is not on the list of allowed domains")
}

func TestSearchNotSetUp(t *testing.T) {
	for searchURL, want := range map[string]string{"": "searchURL is not set", "localhost:8080": "no http or https URL"} {
		r := registry.New(registry.Config{})
		require.NoError(t, r.Register(web.New(nil, nil, web.Options{SearchURL: searchURL})))
		result := r.Execute(t.Context(), registry.Request{Name: "web", Input: []byte(`{"action":"search","query":"x"}`), Enabled: []string{"web"}})
		assert.Contains(t, result.Data["error"], want)
	}
}
