package api_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/wasm/api"
)

func TestRender(t *testing.T) {
	c := startClient(t, api.Deps{})
	assert.JSONEq(t, `{"input":"rename /memories/a → /memories/b"}`,
		string(c.ok("render", object{"name": "memory", "input": object{"command": "rename", "old_path": "/memories/a", "new_path": "/memories/b"}, "output": "done"})))
	assert.JSONEq(t, `{"input":"`+"```js\\nreturn 1\\n```"+`"}`, string(c.ok("render", object{"name": "javascript", "input": object{"code": "return 1"}})))
	// Of a tool that renders nothing, that is gone, or whose input the model got wrong.
	assert.JSONEq(t, `{}`, string(c.ok("render", object{"name": "filesystem", "input": object{"action": "list"}, "output": "x", "isError": true})))
	assert.JSONEq(t, `{}`, string(c.ok("render", object{"name": "gone", "input": object{}})))
	assert.JSONEq(t, `{"input":"\"{broken\""}`, string(c.ok("render", object{"name": "memory", "input": "{broken"})))
	assert.Equal(t, "name", c.fails("render", object{"name": 5}).Details["field"])
}
