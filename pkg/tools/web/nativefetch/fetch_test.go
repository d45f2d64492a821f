package nativefetch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/pkg/tools/web/nativefetch"
)

func serve(t *testing.T) (string, *[]*http.Request) {
	var asked []*http.Request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r)
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		fmt.Fprint(w, "hello")
	}))
	t.Cleanup(server.Close)
	return server.URL, &asked
}

func TestFetch(t *testing.T) {
	url, asked := serve(t)
	f := nativefetch.New(nativefetch.Options{UserAgent: "me"})
	for range 2 {
		answer, err := f.Fetch(t.Context(), web.Request{URL: url + "/x", Accept: "text/plain", Private: true})
		require.NoError(t, err)
		content, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		assert.Equal(t, "hello", string(content))
		assert.Equal(t, "5", answer.Header("Content-Length"))
		answer.Body, answer.Header = nil, nil
		assert.Equal(t, web.Response{Status: 200, StatusText: "OK", URL: url + "/x", ContentType: "text/plain", Length: 5}, answer)
	}
	for _, sent := range *asked {
		assert.Equal(t, "me", sent.UserAgent())
		assert.Equal(t, "text/plain", sent.Header.Get("Accept"))
		assert.Empty(t, sent.Header["Cookie"], "cookies are not kept")
		assert.Empty(t, sent.Header["Referer"])
	}
}

func TestRedirects(t *testing.T) {
	url, _ := serve(t)
	f := nativefetch.New(nativefetch.Options{})
	answer, err := f.Fetch(t.Context(), web.Request{URL: url + "/away", Private: true})
	require.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, 302, answer.Status)
	assert.Equal(t, "/", answer.Location)
	followed, err := f.Fetch(t.Context(), web.Request{URL: url + "/away", Private: true, Follow: true})
	require.NoError(t, err)
	defer followed.Body.Close()
	assert.Equal(t, url+"/", followed.URL)
}

// A name is no way round: what counts is the address it leads to.
func TestPrivateAddresses(t *testing.T) {
	url, asked := serve(t)
	f := nativefetch.New(nativefetch.Options{})
	for _, each := range []string{url, strings.Replace(url, "127.0.0.1", "localhost", 1)} {
		_, err := f.Fetch(t.Context(), web.Request{URL: each})
		var failed *web.FetchError
		require.ErrorAs(t, err, &failed, each)
		assert.Equal(t, web.PrivateAddress, failed.Reason)
	}
	assert.Empty(t, *asked)
}

func TestErrorsNameNoAddresses(t *testing.T) {
	url, _ := serve(t)
	f := nativefetch.New(nativefetch.Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(context.DeadlineExceeded)
	_, err := f.Fetch(ctx, web.Request{URL: url, Private: true})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = f.Fetch(t.Context(), web.Request{URL: "http://127.0.0.1:1/secret?key=1", Private: true})
	var failed *web.FetchError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, web.Unreachable, failed.Reason)
	assert.NotContains(t, err.Error(), "127.0.0.1")
	assert.NotContains(t, err.Error(), "secret")
}

func TestDecode(t *testing.T) {
	decoder, ok := nativefetch.New(nativefetch.Options{}).(web.Decoder)
	require.True(t, ok)
	for name, content := range map[string]string{"shift_jis": "\x93\xfa\x96{", "gbk": "\xc8\xd5\xb1\xbe", "EUC-JP": "\xc6\xfc\xcb\xdc"} {
		text, ok := decoder.Decode(name, []byte(content))
		assert.True(t, ok, name)
		assert.Equal(t, "日本", text, name)
	}
	_, ok = decoder.Decode("klingon", nil)
	assert.False(t, ok)
}
