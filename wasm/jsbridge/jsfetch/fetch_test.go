//go:build js

package jsfetch_test

import (
	"context"
	"io"
	"os"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/wasm/jsbridge"
	"github.com/clienttools/clienttools/wasm/jsbridge/jsfetch"
)

// newFetcher is one over a fetch that is written in JavaScript.
func newFetcher(t *testing.T, source string) web.Fetcher {
	t.Helper()
	old := os.Args
	t.Cleanup(func() { os.Args = old })
	os.Args = []string{"test", "host"}
	js.Global().Set("host", js.Global().Get("Function").New("return {fetch: "+source+"}").Invoke())
	host, err := jsbridge.Connect()
	require.NoError(t, err)
	return jsfetch.New(host.Object())
}

// answering is a fetch that gives one answer, with a body of two pieces.
const answering = `async (url, init) => {
	globalThis.seen = JSON.stringify([url, {...init, signal: typeof init.signal}]);
	const pieces = ['<title>T</title>', '<p>Grü\u00dfe'].map((s) => new Uint8Array([...unescape(encodeURIComponent(s))].map((c) => c.charCodeAt(0))));
	return {status: 200, statusText: 'OK', url: url + '#final', headers: {get: (name) => name === 'content-type' ? 'text/html' : null},
		body: {getReader: () => ({read: async () => pieces.length ? {value: pieces.shift(), done: false} : {value: undefined, done: true}})}};
}`

func TestFetch(t *testing.T) {
	f := newFetcher(t, answering)
	answer, err := f.Fetch(t.Context(), web.Request{URL: "https://example.com/", Accept: "text/html"})
	require.NoError(t, err)
	content, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, "<title>T</title><p>Grüße", string(content))
	assert.Equal(t, "", answer.Header("etag"), "null")
	assert.Equal(t, "text/html", answer.Header("content-type"), "after the body was closed")
	answer.Body, answer.Header = nil, nil
	assert.Equal(t, web.Response{Status: 200, StatusText: "OK", URL: "https://example.com/#final", ContentType: "text/html", Length: -1}, answer)
	assert.JSONEq(t, `["https://example.com/", {"method": "GET", "mode": "cors", "credentials": "omit", "referrerPolicy": "no-referrer",
		"redirect": "follow", "headers": {"accept": "text/html"}, "signal": "object"}]`, js.Global().Get("seen").String())
}

func TestWholeBody(t *testing.T) {
	f := newFetcher(t, `async (url) => ({status: 404, statusText: '', url, headers: {get: (name) => name === 'content-length' ? '3' : null},
		body: null, arrayBuffer: async () => Uint8Array.of(97, 98, 99).buffer})`)
	answer, err := f.Fetch(t.Context(), web.Request{URL: "https://example.com/"})
	require.NoError(t, err)
	content, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Equal(t, "abc", string(content))
	assert.EqualValues(t, 3, answer.Length)
	assert.Equal(t, 404, answer.Status)
}

func TestRefused(t *testing.T) {
	f := newFetcher(t, `async () => { throw new TypeError('Failed to fetch') }`)
	_, err := f.Fetch(t.Context(), web.Request{URL: "https://example.com/"})
	var failed *web.FetchError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, web.NoAccess, failed.Reason)

	r := registry.New(registry.Config{})
	require.NoError(t, r.Register(web.New(f, nil, web.Options{})))
	result := r.Execute(t.Context(), registry.Request{Name: "web", Input: []byte(`{"action":"fetch","url":"https://example.com"}`), Enabled: []string{"web"}})
	assert.Contains(t, result.Data["error"], "does not allow reading from a browser (CORS)")
	assert.Contains(t, result.Data["error"], "a fetch function that goes through a proxy")
}

func TestBrokenAnswers(t *testing.T) {
	for _, source := range []string{`async () => null`, `async () => ({})`, `async () => ({status: '200'})`, `() => 7`, `async () => ({status: 200})`,
		`async () => ({status: 200, headers: {}, body: 7})`} {
		answer, err := newFetcher(t, source).Fetch(t.Context(), web.Request{URL: "https://example.com/"})
		assert.Error(t, err, "%s: %v", source, answer)
	}
	f := newFetcher(t, `async () => ({status: 200, headers: {get: () => null}, body: {getReader: () => ({read: async () => ({value: 'text', done: false})})}})`)
	answer, err := f.Fetch(t.Context(), web.Request{URL: "https://example.com/"})
	require.NoError(t, err)
	_, err = io.ReadAll(answer.Body)
	assert.Error(t, err)
}

// The end of the context ends the request, also while its body is read.
func TestAbort(t *testing.T) {
	f := newFetcher(t, `(url, {signal}) => new Promise((_, reject) => { signal.onabort = () => { globalThis.aborted = url; reject(new Error('aborted')) } })`)
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(5*time.Millisecond, func() { cancel(context.DeadlineExceeded) })
	_, err := f.Fetch(ctx, web.Request{URL: "https://example.com/1"})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	aborts(t, "https://example.com/1")

	f = newFetcher(t, `async (url, {signal}) => { signal.onabort = () => { globalThis.aborted = url };
		return {status: 200, headers: {get: () => null}, body: {getReader: () => ({read: () => new Promise(() => {})})}} }`)
	answer, err := f.Fetch(t.Context(), web.Request{URL: "https://example.com/2"})
	require.NoError(t, err)
	time.AfterFunc(5*time.Millisecond, func() { _ = answer.Body.Close() })
	_, err = answer.Body.Read(make([]byte, 10))
	assert.ErrorIs(t, err, context.Canceled)
	aborts(t, "https://example.com/2")
}

func aborts(t *testing.T, url string) {
	t.Helper()
	assert.Eventually(t, func() bool { return js.Global().Get("aborted").String() == url }, 5*time.Second, time.Millisecond)
}

// A browser follows by itself: where it ended up is looked at all the same.
func TestPrivateAddressAtTheEnd(t *testing.T) {
	f := newFetcher(t, strings.ReplaceAll(answering, "url + '#final'", "'http://192.168.0.1/'"))
	r := registry.New(registry.Config{})
	require.NoError(t, r.Register(web.New(f, nil, web.Options{})))
	result := r.Execute(t.Context(), registry.Request{Name: "web", Input: []byte(`{"action":"fetch","url":"https://example.com"}`), Enabled: []string{"web"}})
	assert.True(t, result.IsError)
	assert.NotContains(t, result.Content, "Grü")
	assert.Contains(t, result.Data["error"], "The page leads elsewhere")
}

func TestDecode(t *testing.T) {
	if js.Global().Get("TextDecoder").IsUndefined() {
		t.Skip("the realm has no TextDecoder")
	}
	decoder, ok := newFetcher(t, "() => 0").(web.Decoder)
	require.True(t, ok)
	text, ok := decoder.Decode("utf-8", []byte("Grüße"))
	assert.True(t, ok)
	assert.Equal(t, "Grüße", text)
	_, ok = decoder.Decode("klingon", nil)
	assert.False(t, ok)
}
