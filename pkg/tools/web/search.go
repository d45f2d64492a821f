package web

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Limits of a search.
const (
	maxResults = 10
	maxSnippet = 500
	maxQuery   = 1000
)

type (
	searchResults struct {
		Type      string         `json:"type"`
		Query     string         `json:"query"`
		Results   []searchResult `json:"results"`
		Total     int            `json:"total_results"`
		Untrusted string         `json:"untrusted"`
	}
	searchResult struct {
		URL     string `json:"url"`
		Title   string `json:"title"`
		Snippet string `json:"snippet"`
	}
	// searxng is what a SearXNG instance answers.
	searxng struct {
		Results []struct {
			URL     string `json:"url"`
			Title   string `json:"title"`
			Content string `json:"content"`
		} `json:"results"`
		Total float64 `json:"number_of_results"`
	}
)

const (
	errNoSearch = told("Web search is not set up: searchURL is not set. The application sets it to the base URL of a SearXNG instance " +
		"with loadClientTools({ searchURL }).")
	errBroken = told("Invalid response from search service")
	errLimit  = told("Search limit reached (10 per response)")
	errNoJSON = told("HTTP 403: Forbidden. SearXNG answers JSON only where its settings list json under search.formats.")
)

func (t *tool) search(ctx context.Context, in input, call call) (registry.Result, error) {
	query := strings.TrimSpace(in.Query)
	switch {
	case query == "":
		return t.fail(in, errors.New("query is required for search action")), nil
	case utf8.RuneCountInString(query) > maxQuery:
		return t.fail(input{}, errors.New("query is too long: at most 1000 characters")), nil
	case strings.TrimSpace(t.searchURL) == "":
		return t.fail(in, errNoSearch), nil
	}
	base, err := parse(t.searchURL)
	if err != nil {
		return t.fail(in, told("Web search is not set up: searchURL is no http or https URL")), nil
	}
	if call.Context.TurnID != "" && !t.turns.take(chatOf(call.Context)+"\x00"+call.Context.TurnID) {
		return t.fail(in, errLimit), nil
	}
	call.Progress.Message("Searching for " + cut(query, 80))
	path, _, _ := strings.Cut(base.path, "?")
	// The application chose this address, so it may be on a private network.
	got, err := t.get(ctx, Request{
		URL: base.origin() + strings.TrimSuffix(path, "/") + "/search?q=" + escapeQuery(query) + "&format=json", Accept: "application/json", Private: true, Follow: true,
	}, func(r Response) bool { return r.Status == 200 })
	var found searxng
	switch {
	case err != nil:
		return t.fail(in, err), nil
	case got.Status == 403:
		return t.fail(in, errNoJSON), nil
	case got.Status != 200:
		return t.fail(in, statusError(got.Response)), nil
	case json.Unmarshal(got.body, &found) != nil || found.Results == nil:
		return t.fail(in, errBroken), nil
	}
	answer := searchResults{Type: "search_results", Query: in.Query, Results: []searchResult{},
		Total: max(len(found.Results), int(min(found.Total, 1e9))), Untrusted: untrusted}
	for _, result := range found.Results {
		a, err := parse(result.URL)
		if err != nil || len(answer.Results) == maxResults {
			continue
		}
		t.links.add(chatOf(call.Context), a)
		answer.Results = append(answer.Results, searchResult{result.URL, cut(flat(result.Title), 300), cut(flat(result.Content), maxSnippet)})
	}
	return registry.JSON(answer), nil
}

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// escapeQuery makes a text the value of a query parameter.
func escapeQuery(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', c == '-', c == '.', c == '_', c == '~':
			b.WriteByte(c)
		default:
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		}
	}
	return b.String()
}
