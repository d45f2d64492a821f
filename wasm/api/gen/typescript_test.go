package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTypesAreCurrent(t *testing.T) {
	const root = "../../.."
	text, err := generate(root)
	require.NoError(t, err)
	committed, err := os.ReadFile(root + "/web/src/gen/types.ts")
	require.NoError(t, err)
	if string(committed) != string(text) { // the whole of both would say less
		t.Error("web/src/gen/types.ts is not current: run make generate and commit what it wrote")
	}
	again, err := generate(root)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again), "the same sources give the same bytes")
}
