package registry_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func says(text string) registry.Tool {
	return plain("say", func(context.Context, registry.Call) (registry.Result, error) { return registry.Text(text), nil })
}

func TestLongResultsShowHeadNoteAndTail(t *testing.T) {
	var long strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&long, "line %d\n", i+1)
	}
	w := watch(t, registry.Config{}, says(long.String()))
	result := run(w, "say", "")
	assert.Equal(t, "/.results/c1.txt", result.FullResultPath)
	assert.Equal(t, []string{long.String()}, w.kept)
	assert.LessOrEqual(t, utf8.RuneCountInString(result.Content), registry.DefaultResultChars)
	assert.Greater(t, utf8.RuneCountInString(result.Content), registry.DefaultResultChars*9/10)
	assert.True(t, strings.HasPrefix(result.Content, "line 1\n"))
	assert.True(t, strings.HasSuffix(result.Content, "line 10000\n"))
	assert.False(t, result.IsError)

	lines := strings.Split(result.Content, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "[") {
			continue
		}
		var left, all, first, last int
		_, err := fmt.Sscanf(line, "[%d of %d characters left out here. The whole result is in /.results/c1.txt; read lines %d to %d of it to see them.]", &left, &all, &first, &last)
		require.NoError(t, err, line)
		assert.Equal(t, long.Len(), all)
		assert.Equal(t, fmt.Sprintf("line %d", first-1), lines[i-1])
		assert.Equal(t, fmt.Sprintf("line %d", last+1), lines[i+1])
		assert.Equal(t, all-left, len(result.Content)-len(line)-1, "the count is true")
	}
}

func TestLimitsOfResults(t *testing.T) {
	umlauts := strings.Repeat("ä", 120)
	for name, test := range map[string]struct {
		text  string
		limit int
		own   int
		cut   bool
	}{
		"within":                      {umlauts, 120, 0, false},
		"a little over":               {umlauts, 116, 0, false},
		"over":                        {umlauts, 100, 0, true},
		"within the tool's own":       {umlauts, 100, 120, false},
		"one character of many bytes": {strings.Repeat("😀", 400), 100, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			tool := says(test.text)
			tool.ResultChars = test.own
			result := run(watch(t, registry.Config{ResultChars: test.limit}, tool), "say", "")
			assert.Equal(t, test.cut, result.Content != test.text)
			assert.True(t, utf8.ValidString(result.Content))
		})
	}
}

type brokenKeeper struct{ fault error }

func (k brokenKeeper) KeepResult(context.Context, registry.Call, string) (string, error) {
	if k.fault == nil {
		panic("keeper")
	}
	return "/nowhere", k.fault
}

func TestAResultThatCannotBeKeptIsStillShown(t *testing.T) {
	for name, keep := range map[string]registry.ResultKeeper{"none": nil, "full": brokenKeeper{errors.New("full")}, "panics": brokenKeeper{}} {
		t.Run(name, func(t *testing.T) {
			r := registry.New(registry.Config{Keep: keep, ResultChars: 1000})
			require.NoError(t, r.Register(says(strings.Repeat("x", 5000))))
			result := r.Execute(t.Context(), registry.Request{Name: "say", Enabled: []string{"say"}})
			assert.Empty(t, result.FullResultPath)
			assert.Contains(t, result.Content, "characters left out here. Ask for less, or for a part.]")
		})
	}
}

func TestErrorsAreShortenedToo(t *testing.T) {
	tool := plain("say", func(context.Context, registry.Call) (registry.Result, error) {
		return registry.Result{}, errors.New(strings.Repeat("x", 5000))
	})
	result := run(watch(t, registry.Config{ResultChars: 1000}, tool), "say", "")
	assert.True(t, result.IsError)
	assert.Less(t, len(result.Content), 1100)
}
