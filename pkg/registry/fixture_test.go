package registry_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
)

// watched is a registry whose surroundings write down what reaches them.
type watched struct {
	*registry.Registry
	mu         sync.Mutex
	activities []registry.Activity
	failures   []string
	kept       []string
}

func (w *watched) KeepResult(_ context.Context, call registry.Call, content string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, content)
	return "/.results/" + call.ID + ".txt", nil
}

// last is how the activity of a call stands.
func (w *watched) last(t *testing.T, id string) registry.Activity {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := len(w.activities) - 1; i >= 0; i-- {
		if w.activities[i].ID == id {
			return w.activities[i]
		}
	}
	require.Fail(t, "no activity", id)
	return registry.Activity{}
}

func watch(t *testing.T, config registry.Config, tools ...registry.Tool) *watched {
	t.Helper()
	w := &watched{}
	config.Formats = wire.Formats()
	config.Keep = w
	config.Observe = func(activity registry.Activity) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.activities = append(w.activities, activity)
	}
	config.Report = func(failure registry.PartError) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.failures = append(w.failures, failure.Error())
	}
	if config.Now == nil {
		config.Now = func() time.Time { return time.Date(2026, 11, 21, 2, 3, 4, 5_000_000, time.UTC) }
	}
	w.Registry = registry.New(config)
	require.NoError(t, w.Register(tools...))
	return w
}

// plain is a tool by hand, as those of an application are, that runs execute.
func plain(name string, execute func(context.Context, registry.Call) (registry.Result, error)) registry.Tool {
	return registry.Tool{
		Name: name,
		Description: func(context.Context, registry.Options) (string, error) {
			return "Does " + name + ".", nil
		},
		InputSchema: func(context.Context, registry.Options) (*registry.Schema, error) {
			return registry.ParseSchema([]byte(`{"type":"object","properties":{"text":{"type":"string","description":"what to say"},"times":{"type":"integer","minimum":1}},"additionalProperties":false}`))
		},
		Execute: execute,
	}
}

// echo says its input.
func echo(name string) registry.Tool {
	return plain(name, func(_ context.Context, call registry.Call) (registry.Result, error) {
		return registry.Result{Content: string(call.Input), Data: map[string]any{"said": true}}, nil
	})
}

func run(w *watched, name, input string) registry.Result {
	return w.Execute(context.Background(), registry.Request{ID: "c1", Name: name, Input: json.RawMessage(input), Enabled: []string{name}})
}
