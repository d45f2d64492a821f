package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

// clock is a time that never moves.
func clock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// object is JSON to be.
type object = map[string]any

// client is an API with a test's own realm around it.
type client struct {
	t   *testing.T
	api *api.API

	mu     sync.Mutex
	events []string
}

// rejection is an error of the realm with a code, as the bridge gives it.
type rejection struct {
	code string
	error
}

func (r rejection) Rejection() (string, map[string]any) { return r.code, nil }

// reject is what a lent function throws.
func reject(code, message string) error { return rejection{code, errors.New(message)} }

// newClient makes an API that was not started.
func newClient(t *testing.T, deps api.Deps) *client {
	c := &client{t: t}
	deps.Now = clock
	deps.Emit = func(event string, payload any) {
		text, err := json.Marshal(payload)
		c.mu.Lock()
		defer c.mu.Unlock()
		if err != nil {
			text = []byte(err.Error())
		}
		c.events = append(c.events, event+" "+string(text))
	}
	c.api = api.New(deps)
	return c
}

// startClient makes an API that was started.
func startClient(t *testing.T, deps api.Deps) *client {
	c := newClient(t, deps)
	c.ok("start", object{})
	return c
}

// call calls a method with whatever has JSON.
func (c *client) call(method string, args any, content ...byte) (json.RawMessage, []byte, error) {
	c.t.Helper()
	text, err := json.Marshal(args)
	require.NoError(c.t, err)
	return c.api.Call(context.Background(), method, text, content)
}

// ok is call for a method that must not fail.
func (c *client) ok(method string, args any, content ...byte) json.RawMessage {
	c.t.Helper()
	result, _, err := c.call(method, args, content...)
	require.NoError(c.t, err, method)
	return result
}

// fails is call for a method that must fail.
func (c *client) fails(method string, args any, content ...byte) *api.Error {
	c.t.Helper()
	_, _, err := c.call(method, args, content...)
	var failed *api.Error
	require.ErrorAs(c.t, err, &failed, method)
	return failed
}

// seen takes the events since the last time.
func (c *client) seen() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	events := c.events
	c.events = nil
	return events
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(text, into))
}

func encode(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	require.NoError(t, err)
	return string(text)
}
