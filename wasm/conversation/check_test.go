package conversation_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/conversation"
)

var update = flag.Bool("update", false, "write what the model saw into the scripts; read the difference before committing it")

// playAll plays every script against the host, each in a project of its own, and
// compares what the model saw and the files that are left.
func playAll(t *testing.T, host conversation.Host) {
	scripts, err := conversation.All()
	require.NoError(t, err)
	for i, script := range scripts {
		t.Run(script.Name, func(t *testing.T) {
			ctx := context.Background()
			project := fmt.Sprintf("conversation-%d", i)
			seen, err := conversation.Play(ctx, host, project, script)
			require.NoError(t, err)
			if *update {
				rewrite(t, script, seen)
				return
			}
			for i, call := range script.Calls {
				what := fmt.Sprintf("call %d: %s %s", i+1, call.Tool, call.Input)
				assert.Equal(t, conversation.Comparable(call.Saw), conversation.Comparable(seen[i].Text), what)
				assert.Equal(t, call.Error, seen[i].Error, "%s: whether it failed", what)
			}
			texts, paths, err := conversation.Files(ctx, host, project, script.After)
			require.NoError(t, err)
			for i, file := range script.After {
				assert.Equal(t, file, texts[i])
			}
			if script.Paths != nil {
				want := slices.DeleteFunc(script.Paths, func(path string) bool { return path == "" })
				got := slices.DeleteFunc(paths, conversation.IsHidden)
				assert.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"), "the paths at the end")
			}
		})
	}
}

// rewrite puts what was seen into the script's file.
func rewrite(t *testing.T, script conversation.Script, seen []conversation.Seen) {
	path := filepath.Join("testdata", filepath.FromSlash(script.Name)+".txtar")
	archive, err := os.ReadFile(path)
	require.NoError(t, err)
	updated, err := conversation.WithSeen(archive, seen)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, updated, 0o644))
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, archive, want string }{
		{"a section it does not know", "-- calls --\n", `section "calls": want options`},
		{"a call without an answer", "-- call memory --\n{}\n", "the last call has no saw section"},
		{"two calls in a row", "-- call a --\n{}\n-- call b --\n{}\n", "no saw section"},
		{"an answer without a call", "-- saw --\nx\n", "no call before it"},
		{"no call", "-- before /a --\nx\n", "no call"},
		{"options that are no JSON", "-- options --\n{\n", "unexpected end"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := conversation.Parse("x", []byte(test.archive))
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestParse(t *testing.T) {
	script, err := conversation.Parse("x", []byte("What it shows.\n-- before /a b.txt json --\n\"x\"\n-- call memory --\n{\"a\": 1}\n-- saw --\nfine\n\n-- call memory --\n{broken\n-- saw error --\nno\n"))
	require.NoError(t, err)
	require.Equal(t, conversation.Script{
		Name: "x", Doc: "What it shows.",
		Before: []conversation.File{{Path: "/a b.txt", Text: "x"}},
		Calls: []conversation.Call{
			{Tool: "memory", Input: json.RawMessage(`{"a": 1}`), Saw: "fine\n"},
			{Tool: "memory", Input: json.RawMessage(`"{broken"`), Saw: "no", Error: true},
		},
	}, script)
}
