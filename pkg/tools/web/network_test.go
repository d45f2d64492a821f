//go:build !js

package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/web"
)

// get gets what a script asks for.
func (d *desk) get(url string, redirects web.Redirects) (web.Resource, error) {
	d.t.Helper()
	if strings.HasPrefix(url, "/") {
		url = d.site.URL + url
	}
	return d.network.Get(d.t.Context(), web.Request{URL: url}, redirects, d.where, d.options)
}

func TestNetworkGetsWhole(t *testing.T) {
	d := newDesk(t, web.Options{}, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("ETag", `"x"`)
		w.Header().Set("Set-Cookie", "a=b")
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte(`{"a":1}`))
	})
	got, err := d.get("/x?y=1", web.FollowRedirects)
	require.NoError(t, err)
	assert.NotEmpty(t, got.Headers["date"])
	delete(got.Headers, "date")
	assert.Equal(t, web.Resource{Status: 418, StatusText: "I'm a teapot", URL: d.site.URL + "/x?y=1",
		Headers: map[string]string{"content-type": "application/json", "etag": `"x"`, "content-length": "7"}, Body: []byte(`{"a":1}`)}, got)
	assert.Equal(t, "*/*", d.asked[0].Header.Get("Accept"))
	assert.Empty(t, d.asked[0].Header.Get("Cookie"))
}

func TestNetworkHasTheRulesOfTheTool(t *testing.T) {
	d := newDesk(t, web.Options{MaxBytes: 1000, Read: 50 * time.Millisecond, Connect: 50 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/large":
			_, _ = w.Write(make([]byte, 1001))
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 100)); err != nil {
					return
				}
				w.(http.Flusher).Flush()
				time.Sleep(time.Millisecond)
			}
		case "/late":
			<-r.Context().Done()
		case "/private":
			http.Redirect(w, r, "http://10.0.0.1/", http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/ftp":
			http.Redirect(w, r, "ftp://example.com/", http.StatusFound)
		}
	})
	for url, want := range map[string]string{
		"http://localhost/":     "Addresses of this machine and of private networks are refused (localhost)",
		"http://0x7f.1.1.1/":    "Addresses of this machine and of private networks are refused (127.1.1.1)",
		"https://example.com/":  "example.com is not on the list of allowed domains",
		"ftp://example.com/":    "Invalid URL: must be http or https",
		"/relative/../":         "",
		"https://a:b@127.0.0.1": "Invalid URL: it has a user name or password; leave them out",
		"/large":                "The answer is longer than 1.0 kB and was not read",
		"/endless":              "The answer is longer than 1.0 kB and was not read",
		"/late":                 "Timed out: there was no answer within 0.1 s",
		"/private":              "The page leads elsewhere: Addresses of this machine and of private networks are refused (10.0.0.1)",
		"/loop":                 "The page leads elsewhere more than ten times",
		"/ftp":                  "The page leads to an address that is not http or https",
	} {
		_, err := d.get(url, web.FollowRedirects)
		if want == "" {
			assert.NoError(t, err, url)
			continue
		}
		assert.EqualError(t, err, want, url)
	}
	d.options = registry.Options{"allowedDomains": "127.0.0.1", "blockedDomains": "127.0.0.1"}
	_, err := d.get("/", web.FollowRedirects)
	assert.EqualError(t, err, "127.0.0.1 is on the list of blocked domains")
	d.options = registry.Options{"allowedDomains": 5}
	_, err = d.get("/", web.FollowRedirects)
	assert.EqualError(t, err, "The options of the web tool are wrong")
}

func TestNetworkFollowsRedirectsAsAsked(t *testing.T) {
	d := newDesk(t, web.Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		_, _ = w.Write([]byte("here"))
	})
	got, err := d.get("/old", web.FollowRedirects)
	require.NoError(t, err)
	assert.Equal(t, "here", string(got.Body))
	assert.True(t, got.Redirected)
	assert.Equal(t, d.site.URL+"/new", got.URL)
	got, err = d.get("/old", web.ShowRedirects)
	require.NoError(t, err)
	assert.Equal(t, 301, got.Status)
	assert.Equal(t, "/new", got.Headers["location"])
	_, err = d.get("/old", web.RefuseRedirects)
	assert.EqualError(t, err, "The page leads elsewhere, and redirect is 'error'")
	got, err = d.get("/new", web.RefuseRedirects)
	require.NoError(t, err)
	assert.False(t, got.Redirected)
}

func TestNetworkKnowsTheURLsOfTheTool(t *testing.T) {
	d := newDesk(t, web.Options{}, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<a href="/linked">x</a>`))
	})
	d.options["onlyKnownUrls"] = true
	d.where.KnownTexts = []string{"Read " + d.site.URL + "/given please"}
	_, err := d.get("/linked", web.FollowRedirects)
	assert.ErrorContains(t, err, "came neither from the user nor from an earlier result")
	_, err = d.get("/given", web.FollowRedirects)
	require.NoError(t, err)
	_, err = d.get("/linked", web.FollowRedirects)
	assert.Error(t, err, "what a script read makes no address known")
	d.fetch("/given")
	_, err = d.get("/linked", web.FollowRedirects)
	assert.NoError(t, err, "what the tool read does")
}

func TestNetworkEndsWithItsContext(t *testing.T) {
	d := newDesk(t, web.Options{}, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	_, err := d.network.Get(ctx, web.Request{URL: d.site.URL}, web.FollowRedirects, d.where, d.options)
	assert.ErrorIs(t, err, context.Canceled)
}
