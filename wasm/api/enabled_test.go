package api_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

func everyAPI() []string {
	return []string{"anthropic", "openai_chat", "openai_responses", "gemini", "bedrock", "mcp"}
}

// toolNames are the names of the registered tools, in their order.
func (c *client) toolNames() []string {
	c.t.Helper()
	var infos []struct{ Name string }
	decode(c.t, c.ok("tools", object{}), &infos)
	names := []string{}
	for _, info := range infos {
		names = append(names, info.Name)
	}
	return names
}

// described is all that a model is told of the enabled tools, as bytes.
func (c *client) described(apiType string, enabled []string, options object) string {
	c.t.Helper()
	args := object{"apiType": apiType, "enabledToolNames": enabled, "toolOptions": options}
	told := string(c.ok("definitions", args))
	args["context"] = here
	told += "\n" + string(c.ok("systemPrompts", args))
	for _, level := range []string{"standard", "detailed"} {
		told += "\n" + string(c.ok("toolsSection", object{"enabledToolNames": enabled, "toolOptions": options, "layout": object{"level": level}}))
	}
	return told
}

// withHostTools is a client with the built-in tools and three of the application,
// whose parts are functions.
func withHostTools(t *testing.T, answers map[string]func(context.Context, string) (string, error)) *client {
	parts := map[string]func(context.Context, string) (string, error){
		"tides execute":        always(`"high"`),
		"weather execute":      always(`"sunny"`),
		"weather description":  always(`"The weather of a city."`),
		"weather inputSchema":  always(`{"type":"object","properties":{"city":{"type":"string"}}}`),
		"weather systemPrompt": always(`"Look at the weather first."`),
		"winds execute":        always(`"calm"`),
	}
	for name, answer := range answers {
		parts[name] = answer
	}
	c := startClient(t, api.Deps{Tool: lend(parts)})
	c.ok("register", object{"tools": []object{
		weather(object{"name": "tides", "category": "sea"}),
		weather(object{"description": "", "inputSchema": nil, "dynamic": []string{"description", "inputSchema", "systemPrompt"}}),
		weather(object{"name": "winds", "systemPrompt": "Mind the wind."}),
	}})
	c.seen()
	return c
}

func TestTheOrderOfTheEnabledListShowsNowhere(t *testing.T) {
	c := withHostTools(t, nil)
	c.ok("execute", object{"name": "memory", "input": object{"command": "create", "path": "/memories/a", "file_text": "x"}, "enabledToolNames": []string{"memory"}, "context": here})
	enabled := append(c.toolNames(), "no_such_tool", "memory") // models of old settings have both
	for _, apiType := range everyAPI() {
		want := c.described(apiType, enabled, object{"memory": object{"useSystemPrompt": true}, "filesystem": object{"readOnly": true}})
		for _, name := range c.toolNames() {
			require.Contains(t, want, name)
		}
		for range 100 {
			rand.Shuffle(len(enabled), func(i, j int) { enabled[i], enabled[j] = enabled[j], enabled[i] })
			require.Equal(t, want, c.described(apiType, enabled, object{"memory": object{"useSystemPrompt": true}, "filesystem": object{"readOnly": true}}), apiType)
		}
	}
}

// changes are calls that would leave something behind. A tool that is not here is
// called with an empty input.
func changes() map[string]object {
	return map[string]object{
		"memory":       {"command": "create", "path": "/memories/a", "file_text": "x"},
		"filesystem":   {"action": "write", "path": "/a", "content": "x"},
		"javascript":   {"code": "fs.writeFileSync('/b', 'x')"},
		"agent_config": {"action": "update", "field": "name", "value": "x"},
		"task":         {"action": "create", "title": "x"},
		"weather":      {"city": "Oslo"},
		"tides":        {"city": "Oslo"},
		"winds":        {"city": "Oslo"},
	}
}

func TestADisabledToolDoesNotExist(t *testing.T) {
	c := withHostTools(t, nil)
	all := c.toolNames()
	require.Greater(t, len(all), 5)
	for _, disabled := range all {
		t.Run(disabled, func(t *testing.T) {
			enabled := []string{}
			for _, name := range all {
				if name != disabled {
					enabled = append(enabled, name)
				}
			}
			options := object{"memory": object{"useSystemPrompt": true}}
			c.ok("unregister", object{"name": disabled})
			without := map[string]string{}
			for _, apiType := range everyAPI() {
				without[apiType] = c.described(apiType, enabled, options)
			}
			unknown := string(c.ok("execute", object{"name": disabled, "input": changes()[disabled], "enabledToolNames": enabled, "context": here}))
			c = withHostTools(t, nil)

			for _, apiType := range everyAPI() {
				assert.Equal(t, without[apiType], c.described(apiType, enabled, options), "what %s hears is as if there were no %s", apiType, disabled)
			}
			c.seen()
			result := string(c.ok("execute", object{"name": disabled, "input": changes()[disabled], "enabledToolNames": enabled, "context": here}))
			assert.Equal(t, unknown, result)
			assert.True(t, strings.HasPrefix(result, `{"content":"Unknown tool: `+disabled+". Enabled tools: "), result)
			assert.Contains(t, result, `"isError":true`)
			assert.Empty(t, c.seen(), "no activity, no file")
			assert.Equal(t, "[]", string(c.ok("projects", object{})))
		})
	}
}

// TestOneFailingToolLeavesTheOthersAlone: whatever part of an application's tool
// throws, all others are told of and run as before.
func TestOneFailingToolLeavesTheOthersAlone(t *testing.T) {
	throws := func(context.Context, string) (string, error) { return "", errors.New("on purpose") }
	for part, answer := range map[string]func(context.Context, string) (string, error){
		"description": throws, "inputSchema": throws, "systemPrompt": throws,
	} {
		t.Run(part, func(t *testing.T) {
			whole := withHostTools(t, nil)
			broken := withHostTools(t, map[string]func(context.Context, string) (string, error){"weather " + part: answer})
			all := whole.toolNames()
			others := []string{}
			for _, name := range all {
				if name != "weather" {
					others = append(others, name)
				}
			}
			for _, apiType := range everyAPI() {
				args := object{"apiType": apiType, "enabledToolNames": all, "context": here}
				kept := others
				if part == "systemPrompt" {
					kept = all
				}
				assert.Equal(t, string(whole.ok("definitions", object{"apiType": apiType, "enabledToolNames": kept})),
					string(broken.ok("definitions", object{"apiType": apiType, "enabledToolNames": all})), apiType)
				prompts := string(broken.ok("systemPrompts", args))
				assert.Contains(t, prompts, "Mind the wind.")
				assert.Equal(t, part != "systemPrompt", strings.Contains(prompts, "Look at the weather first."))
			}
			section := string(broken.ok("toolsSection", object{"enabledToolNames": all, "layout": object{"level": "detailed"}}))
			for _, name := range others {
				assert.Contains(t, section, "#### "+name)
			}
			assert.Contains(t, strings.Join(broken.seen(), "\n"), `failure {"tool":"weather","part":"`+part+`","message":"on purpose"}`)
			assert.JSONEq(t, `{"content":"calm"}`, string(broken.ok("execute", object{"name": "winds", "input": object{"city": "x"}, "enabledToolNames": all, "context": here})))
		})
	}
}
