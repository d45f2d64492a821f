package registry_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/stretchr/testify/assert"
)

func TestJSONResult(t *testing.T) {
	object := struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}{"b", "<a> & \"c\"\n"}
	assert.Equal(t, registry.Result{
		Content: `{"type":"b","text":"<a> & \"c\"\n"}`,
		Data:    map[string]any{"type": "b", "text": "<a> & \"c\"\n"},
	}, registry.JSON(object), "fields in their order, nothing escaped for HTML")
	assert.True(t, registry.JSONError(object).IsError)
	for _, odd := range []any{make(chan int), []int{1}, "text"} {
		assert.True(t, registry.JSON(odd).IsError)
	}
}
