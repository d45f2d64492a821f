//go:build !js

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/pkg/tools/web/nativefetch"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

type in = map[string]any

// desk is a registry with the web tool, and a site to read.
type desk struct {
	t       *testing.T
	files   *vfs.Projects
	reg     *registry.Registry
	network *web.Network
	site    *httptest.Server
	where   registry.CallContext
	options registry.Options
	asked   []*http.Request
}

func newDesk(t *testing.T, o web.Options, handle http.HandlerFunc) *desk {
	t.Helper()
	d := &desk{t: t, files: vfs.NewProjects(memstore.New(), vfs.Config{}),
		where: registry.CallContext{ProjectID: "p", ChatID: "c"}, options: registry.Options{"allowedDomains": "127.0.0.1"}}
	t.Cleanup(func() { assert.NoError(t, d.files.Close()) })
	d.site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.asked = append(d.asked, r)
		if handle != nil {
			handle(w, r)
		}
	}))
	t.Cleanup(d.site.Close)
	t.Cleanup(d.site.CloseClientConnections)
	if o.SearchURL == "" {
		o.SearchURL = d.site.URL + "/searx/"
	}
	o.Now = func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	d.reg = registry.New(registry.Config{})
	tool, network := web.NewWithNetwork(nativefetch.New(nativefetch.Options{}), d.files, o)
	require.NoError(t, d.reg.Register(tool))
	d.network = network
	return d
}

func (d *desk) call(input in) registry.Result {
	d.t.Helper()
	text, err := json.Marshal(input)
	require.NoError(d.t, err)
	result := d.reg.Execute(d.t.Context(), registry.Request{Name: "web", Input: text, Enabled: []string{"web"},
		Options: map[string]registry.Options{"web": d.options}, Context: d.where})
	if result.IsError {
		assert.Equal(d.t, "error", result.Data["type"], result.Content)
	}
	return result
}

// fetch reads a page of the site.
func (d *desk) fetch(path string) in {
	d.t.Helper()
	result := d.call(in{"action": "fetch", "url": d.site.URL + path})
	require.False(d.t, result.IsError, result.Content)
	var text in
	require.NoError(d.t, json.Unmarshal([]byte(result.Content), &text), "the text is JSON, whole")
	assert.Equal(d.t, text, result.Data)
	return result.Data
}

// fails is a call that fails with this error.
func (d *desk) fails(input in, want string) {
	d.t.Helper()
	result := d.call(input)
	assert.True(d.t, result.IsError, result.Content)
	assert.Equal(d.t, want, result.Data["error"])
}

// pages serves bodies by path, as TYPE\nBODY.
func pages(bodies map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, found := bodies[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		kind, body, _ := strings.Cut(body, "\n")
		w.Header().Set("Content-Type", kind)
		if kind == "" {
			w.Header()["Content-Type"] = nil
		}
		fmt.Fprint(w, body)
	}
}
