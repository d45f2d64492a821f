package web

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Network gets resources for others, scripts say, by the rules of the web tool:
// which addresses, how long, how much. Make one with [NewWithNetwork]; it is safe
// for concurrent use.
type Network struct{ tool *tool }

// Resource is one answer, whole.
type Resource struct {
	Status     int
	StatusText string
	// URL is where it came from, Redirected whether that is elsewhere than was asked.
	URL        string
	Redirected bool
	// Headers are by their names in lower case, as far as they can be seen.
	Headers map[string]string
	Body    []byte
}

// Redirects says what [Network.Get] does with an answer that leads elsewhere. A
// browser follows by itself; then the last address is what the rules are about.
type Redirects string

// What to do with redirects.
const (
	FollowRedirects Redirects = "follow" // up to ten, each by the rules
	ShowRedirects   Redirects = "manual" // the redirect is the answer
	RefuseRedirects Redirects = "error"
)

const maxRedirects = 10

// shownHeaders are the headers of a [Resource]: none tells of the user.
func shownHeaders() []string {
	return []string{"cache-control", "content-disposition", "content-language", "content-length", "date", "etag", "expires",
		"last-modified", "link", "location", "retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-total-count"}
}

// Get gets one resource. where is the call it is for, stored are the options of the
// web tool; both decide what is allowed. Errors are words for the model, or the
// context's.
func (n *Network) Get(ctx context.Context, request Request, redirects Redirects, where registry.CallContext, stored registry.Options) (Resource, error) {
	var o options
	text, err := json.Marshal(stored)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		return Resource{}, told("The options of the web tool are wrong")
	}
	t, lists := n.tool, newRules(o)
	asked, err := parse(request.URL)
	if err != nil {
		return Resource{}, err
	}
	accept := request.Accept
	if accept == "" {
		accept = "*/*"
	}
	known, at := where.KnownTexts, asked
	for hops := 0; ; hops++ {
		refused, private := lists.verdict(at)
		switch {
		case refused != "" && hops > 0:
			return Resource{}, told("The page leads elsewhere: " + refused)
		case refused != "":
			return Resource{}, told(refused)
		case hops == 0 && o.OnlyKnownURLs && len(known) > 0 && !t.links.has(chatOf(where), at) && !inTexts(known, at):
			return Resource{}, errUnknownURL
		}
		got, err := t.get(ctx, Request{URL: at.String(), Accept: accept, Private: private}, func(r Response) bool {
			return r.Length <= t.maxBytes
		})
		if ctx.Err() != nil {
			return Resource{}, ctx.Err()
		}
		if err != nil {
			return Resource{}, err
		}
		if got.Length > t.maxBytes || got.cut {
			return Resource{}, told("The answer is longer than " + megabytes(t.maxBytes) + " and was not read")
		}
		leads := got.Status/100 == 3 && got.Location != ""
		if leads && redirects == FollowRedirects {
			if hops == maxRedirects {
				return Resource{}, told("The page leads elsewhere more than ten times")
			}
			if at, err = at.resolve(got.Location); err != nil {
				return Resource{}, told("The page leads to an address that is not http or https")
			}
			continue
		}
		final, err := parse(got.URL)
		if err != nil {
			final = at
		}
		if refused, _ := lists.verdict(final); refused != "" { // a browser followed by itself
			return Resource{}, told("The page leads elsewhere: " + refused)
		}
		moved := final.key() != asked.key()
		if redirects == RefuseRedirects && (leads || moved) {
			return Resource{}, told("The page leads elsewhere, and redirect is 'error'")
		}
		t.links.add(chatOf(where), final)
		return Resource{
			Status: got.Status, StatusText: got.StatusText, URL: final.String(), Redirected: moved,
			Headers: headersOf(got.Response), Body: got.body,
		}, nil
	}
}

func headersOf(response Response) map[string]string {
	headers := map[string]string{}
	if response.ContentType != "" {
		headers["content-type"] = response.ContentType
	}
	if response.Header == nil {
		return headers
	}
	for _, name := range shownHeaders() {
		if value := strings.TrimSpace(response.Header(name)); value != "" {
			headers[name] = value
		}
	}
	return headers
}
