package gojavm_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProbes goes through the list of features in testdata/probes.txt and prints
// how many hold. What the list calls missing has to be missing: a feature that
// begins to work must lose its mark.
func TestProbes(t *testing.T) {
	file, err := os.Open("testdata/probes.txt")
	require.NoError(t, err)
	defer file.Close()
	holds, all := 0, 0
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := scanner.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		name, code, ok := strings.Cut(line, " :: ")
		require.True(t, ok, line)
		missing := name[0] == '-' || name[0] == '~'
		all++
		out := run(t, code)
		if out.Value == "true" && out.Error == "" {
			holds++
			assert.False(t, missing, "%s works now", name)
		} else {
			assert.True(t, missing, "%s: %s%s", name, out.Value, out.Error)
		}
	}
	require.NoError(t, scanner.Err())
	t.Logf("%d of %d features hold", holds, all)
	assert.GreaterOrEqual(t, all, 180)
}
