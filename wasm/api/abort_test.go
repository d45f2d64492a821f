package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/wasm/api"
)

// TestFiveCallsAbortedHalfWay: one had ended, one is under way, three wait. Five
// results in order, and nothing happens after them.
func TestFiveCallsAbortedHalfWay(t *testing.T) {
	for _, apiType := range everyAPI() {
		t.Run(apiType, func(t *testing.T) {
			ctx, abort := context.WithCancel(t.Context())
			var c *client
			var run string
			write := func(ctx context.Context) error {
				args := encode(t, object{"run": run, "op": "writeFile", "path": "/late.txt"})
				_, _, err := c.api.Call(ctx, "sandbox.files", json.RawMessage(args), []byte("x"))
				return err
			}
			told := 0
			c = startClient(t, api.Deps{
				Tool: lend(map[string]func(context.Context, string) (string, error){
					"weather execute": func(context.Context, string) (string, error) { told++; return `"sunny"`, nil },
				}),
				Sandbox: func(ctx context.Context, args ...string) (string, error) {
					var job struct{ Run string }
					decode(t, []byte(args[0]), &job)
					run = job.Run
					assert.NoError(t, write(ctx), "while it runs it may write")
					abort()
					<-ctx.Done()
					return "", reject("cancelled", "the worker was ended")
				},
			})
			c.ok("register", object{"tools": []object{weather(nil)}})
			results := c.run(ctx, apiType,
				sent(apiType, "1", "filesystem", `{"action":"write","path":"/first.txt","content":"x"}`),
				sent(apiType, "2", "javascript", `{"code":"endless"}`),
				sent(apiType, "3", "filesystem", `{"action":"write","path":"/third.txt","content":"x"}`),
				sent(apiType, "4", "memory", `{"command":"create","path":"/memories/fourth","file_text":"x"}`),
				sent(apiType, "5", "weather", `{"city":"Oslo"}`))
			before := "The call was cancelled before it started; nothing was changed."
			for i, want := range []string{"File created successfully at: /first.txt", "cancelled", before, before, before} {
				assert.Contains(t, results[i].text, want)
				assert.Equal(t, i > 0, results[i].isError)
				if apiType != "mcp" {
					assert.Equal(t, fmt.Sprint(i+1), results[i].id)
				}
			}
			files := string(c.ok("files.list", object{"projectId": "p", "depth": -1}))
			c.seen()
			assert.ErrorContains(t, write(context.Background()), "is not running", "its files are out of reach")
			assert.Equal(t, files, string(c.ok("files.list", object{"projectId": "p", "depth": -1})))
			assert.Equal(t, 1, strings.Count(files, `"kind":"file"`), "what the script had written is undone: %s", files)
			assert.Zero(t, told)
			assert.Empty(t, c.seen(), "no activity and no file changes after the results")
		})
	}
}

// slowStore is a store whose commits wait for a gate.
type slowStore struct {
	vfs.Store
	begun chan struct{}
	gate  chan struct{}
}

func (s slowStore) Append(ctx context.Context, projectID string, seq uint64, record []byte, blobs []vfs.Blob) error {
	select {
	case s.begun <- struct{}{}:
	default:
	}
	<-s.gate // a disk does not hear of an abort
	return s.Store.Append(ctx, projectID, seq, record, blobs)
}

// TestAbortWhileTheDiskIsBusy: what a result says is what became of the files,
// also for those that were being stored when the user pressed stop.
func TestAbortWhileTheDiskIsBusy(t *testing.T) {
	for name, busy := range map[string]time.Duration{"for a moment": time.Second, "for a minute": time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := slowStore{memory.New(), make(chan struct{}, 1), make(chan struct{})}
				c := newClient(t, api.Deps{Store: store})
				c.ok("start", object{"storage": "indexeddb"})
				ctx, abort := context.WithCancel(t.Context())
				go func() {
					<-store.begun
					abort()
					time.Sleep(busy)
					close(store.gate)
				}()
				var calls []json.RawMessage
				for i := range 5 {
					calls = append(calls, sent("anthropic", fmt.Sprint(i), "filesystem", fmt.Sprintf(`{"action":"write","path":"/%d","content":"x"}`, i)))
				}
				results := c.run(ctx, "anthropic", calls...)
				time.Sleep(time.Hour)
				again := newClient(t, api.Deps{Store: store}) // what is stored, and not what one remembers
				again.ok("start", object{"storage": "indexeddb"})
				for i, result := range results {
					assert.Equal(t, fmt.Sprint(i), result.id)
					written := again.file(fmt.Sprint("/", i)) != ""
					assert.Equal(t, c.file(fmt.Sprint("/", i)) != "", written)
					switch {
					case !result.isError:
						assert.True(t, written, result.text)
					case strings.Contains(result.text, "nothing was changed"):
						assert.False(t, written, result.text)
					default: // nobody waits a minute: it says that it does not know
						assert.Contains(t, result.text, "may yet take effect")
						assert.Equal(t, time.Minute, busy)
					}
				}
				c.ok("close", object{})
				again.ok("close", object{})
			})
		})
	}
}

// TestFiftyAppendsAtOnce: to one file, in one turn and by fifty calls of their own
// that nobody puts in order.
func TestFiftyAppendsAtOnce(t *testing.T) {
	appending := func(i int) string {
		return fmt.Sprintf(`{"action":"append","path":"/log.txt","content":"line %02d\n"}`, i)
	}
	t.Run("in one turn, in order", func(t *testing.T) {
		c := startClient(t, api.Deps{})
		calls, want := []json.RawMessage{}, ""
		for i := range 50 {
			calls = append(calls, sent("openai_chat", fmt.Sprint(i), "filesystem", appending(i)))
			want += fmt.Sprintf("line %02d\n", i)
		}
		for _, result := range c.run(t.Context(), "openai_chat", calls...) {
			assert.False(t, result.isError, result.text)
		}
		assert.Equal(t, want, c.file("/log.txt"))
	})
	t.Run("by calls of their own", func(t *testing.T) {
		c := startClient(t, api.Deps{})
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				result := string(c.ok("execute", object{"name": "filesystem", "input": json.RawMessage(appending(i)), "enabledToolNames": []string{"filesystem"}, "context": here}))
				assert.NotContains(t, result, `"isError"`)
			})
		}
		all.Wait()
		lines := strings.SplitAfter(c.file("/log.txt"), "\n")
		assert.Len(t, lines, 51)
		for i := range 50 {
			assert.Contains(t, lines, fmt.Sprintf("line %02d\n", i))
		}
	})
}

// TestApprovalOfABuiltInTool: what agent_config would change is changed with a yes
// and with nothing else.
func TestApprovalOfABuiltInTool(t *testing.T) {
	for name, test := range map[string]struct {
		approve api.Lent
		want    string // "" means that it runs
	}{
		"yes":      {func(context.Context, ...string) (string, error) { return `{"allow":true}`, nil }, ""},
		"missing":  {nil, "no one is there who could approve it"},
		"throws":   {func(context.Context, ...string) (string, error) { return "", reject("", "closed") }, "the question could not be asked"},
		"panics":   {func(context.Context, ...string) (string, error) { panic("x") }, "the question could not be asked"},
		"says no":  {func(context.Context, ...string) (string, error) { return `{"allow":false}`, nil }, "the user said no"},
		"says why": {func(context.Context, ...string) (string, error) { return `{"allow":false,"reason":"keep it"}`, nil }, "keep it"},
		"is silent": {func(ctx context.Context, _ ...string) (string, error) {
			<-ctx.Done()
			return `{"allow":true}`, nil
		}, "there was no answer in time"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // an hour passes in no time
				const agents = `[{"id":"a","name":"Ada"}]`
				c := startClient(t, api.Deps{Approve: test.approve})
				c.ok("files.write", object{"projectId": "p", "path": "/.agents/agents.json"}, []byte(agents)...)
				var result api.ExecuteResult
				decode(t, c.ok("execute", object{
					"name": "agent_config", "input": object{"action": "update", "field": "name", "value": "Eve"},
					"enabledToolNames": []string{"agent_config"}, "context": object{"projectId": "p", "agentId": "a", "groupChat": true},
				}), &result)
				time.Sleep(time.Hour)
				if test.want == "" {
					assert.False(t, result.IsError, result.Content)
					assert.Contains(t, c.file("/.agents/agents.json"), `"Eve"`)
				} else {
					assert.True(t, result.IsError)
					assert.Equal(t, "The call was not approved and not executed: "+test.want, result.Content)
					assert.Equal(t, agents, c.file("/.agents/agents.json"))
				}
				c.ok("close", object{})
			})
		})
	}
}
