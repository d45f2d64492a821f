package jstest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// The scenarios that the npm package's tests run in Node and in Chromium, here with
// the same client, modules and workers under wazero.
func TestScenariosOfTheClient(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles both modules")
	}
	h := jstest.StartClient(t, `
		export { loadClientTools } from './src/index.js';
		export * as scenarios from './test/shared/scenarios.js';`)
	h.Async(`globalThis.tools = await exports.loadClientTools({ storage: 'memory', limits: { javascriptTimeoutMs: 1500 }, ` + jstest.ClientURLs + ` })`)

	type result struct {
		Content string
		IsError bool
	}
	play := func(t *testing.T, scenario string, outcome any) {
		t.Helper()
		v := h.Async(`return JSON.stringify(await exports.scenarios.` + scenario + `(tools, '` + scenario + `'))`)
		require.NoError(t, json.Unmarshal([]byte(v.String()), outcome))
	}
	t.Run("each tool", func(t *testing.T) {
		var o struct {
			Failed      []string
			Memory, Out string
		}
		play(t, "eachTool", &o)
		assert.Empty(t, o.Failed)
		assert.Equal(t, "remember", o.Memory)
		assert.Equal(t, "42", o.Out)
	})
	t.Run("endless loop", func(t *testing.T) {
		var o struct {
			Endless, Next result
			Lost          bool
		}
		play(t, "endlessLoop", &o)
		assert.True(t, o.Endless.IsError)
		assert.Contains(t, o.Endless.Content, "time limit of 1.5 s")
		assert.Equal(t, "kept", o.Next.Content)
		assert.False(t, o.Lost)
	})
	t.Run("memory bomb", func(t *testing.T) {
		var o struct{ Bomb, Next result }
		play(t, "memoryBomb", &o)
		assert.True(t, o.Bomb.IsError)
		assert.Contains(t, strings.ToLower(o.Bomb.Content), "memory")
		assert.Equal(t, "2", o.Next.Content)
	})
	t.Run("cancelled", func(t *testing.T) {
		var o struct{ Result, Next result }
		play(t, "cancelled", &o)
		assert.True(t, o.Result.IsError)
		assert.Contains(t, strings.ToLower(o.Result.Content), "cancel")
		assert.Equal(t, "2", o.Next.Content)
	})
	t.Run("bad input", func(t *testing.T) {
		var o map[string]struct {
			OK            any
			Code, Message string
		}
		play(t, "badInput", &o)
		require.NotEmpty(t, o)
		for name, outcome := range o {
			said := outcome.Message
			if outcome.OK == nil {
				assert.NotEmpty(t, outcome.Code, name)
				assert.Greater(t, len(said), 8, name)
			} else if object, ok := outcome.OK.(map[string]any); ok {
				said, _ = object["content"].(string)
			}
			assert.NotRegexp(t, `panic|goroutine|runtime error`, said, name)
		}
	})
	t.Run("a tool of the application", func(t *testing.T) {
		var o struct {
			Has, Gone  bool
			Result     result
			Activities []string
		}
		play(t, "ownTool", &o)
		assert.True(t, o.Has)
		assert.True(t, o.Gone)
		assert.Equal(t, "21 F in Rome", o.Result.Content)
		assert.Contains(t, o.Activities, "in_progress asking 1")
	})
	t.Run("code that calls tools", func(t *testing.T) {
		var o struct {
			Parallel              struct{ Contents []string }
			Most                  struct{ Look, Note int }
			Denied, Nested, Files string
			Cancelled, Late, Next result
			EndedInAll            int
			Lost                  bool
		}
		play(t, "codeMode", &o)
		assert.Equal(t, []string{"look 1", "look 2", "look 3"}, o.Parallel.Contents)
		assert.Equal(t, 3, o.Most.Look)
		assert.Equal(t, 1, o.Most.Note)
		assert.Contains(t, o.Denied, "not approved")
		assert.Contains(t, o.Nested, "javascript cannot call itself")
		assert.Equal(t, "one\ntwo", o.Files)
		assert.Contains(t, o.Cancelled.Content, "The call was cancelled.")
		assert.Contains(t, o.Late.Content, "time limit of 1.5 s")
		assert.Equal(t, 3, o.EndedInAll)
		assert.False(t, o.Lost)
		assert.Equal(t, "look 4", o.Next.Content)
	})
	t.Run("sessions", func(t *testing.T) {
		var o struct{ OpenAI []map[string]any }
		play(t, "sessions", &o)
		assert.Equal(t, []map[string]any{{"role": "tool", "tool_call_id": "o1", "content": "42"}}, o.OpenAI)
	})
}

// The attacks of the npm package's tests, under wazero: several times slower than a
// browser, so time may end what another limit does there.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles both modules")
	}
	h := jstest.StartClient(t, `
		export { loadClientTools } from './src/index.js';
		export * as attacks from './test/shared/attacks.js';`)
	v := h.Async(`
		const { attacks, endings, sizes, named, table, timeoutMs } = exports.attacks;
		const load = (javascriptTimeoutMs) => exports.loadClientTools({ storage: 'memory', limits: { ...sizes, javascriptTimeoutMs }, ` + jstest.ClientURLs + ` });
		const all = await endings(await load(timeoutMs), await load(750), attacks, named, [timeoutMs, 750], true);
		return JSON.stringify({ all, table: table(all) })`)
	var o struct {
		All []struct {
			Name, Content string
			Over          int
			Wrong         []string
		}
		Table string
	}
	require.NoError(t, json.Unmarshal([]byte(v.String()), &o))
	t.Log(o.Table)
	assert.GreaterOrEqual(t, len(o.All), 40)
	for _, attack := range o.All {
		assert.Empty(t, attack.Wrong, "%s: %s", attack.Name, attack.Content)
		// The machine may be busy; the table says what it was.
		assert.LessOrEqual(t, attack.Over, 3000, attack.Name)
	}
}
