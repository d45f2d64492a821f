//go:build js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/wasm/jsbridge"
)

// sandbox answers the module's one method.
type sandbox struct {
	engine script.Engine
	files  jsbridge.Exchange
	ask    jsbridge.Exchange
	emit   func(event string, payload any)
}

// call runs the script of a Job and gives its Outcome.
func (s sandbox) call(ctx context.Context, method string, args json.RawMessage, _ []byte) (json.RawMessage, []byte, error) {
	if method != "run" {
		return nil, nil, rejection{"unknown_method", fmt.Sprintf("unknown method %q; the sandbox has only run", method)}
	}
	var job script.Job
	if err := json.Unmarshal(args, &job); err != nil {
		return nil, nil, rejection{"invalid_argument", "the job is wrong: " + err.Error()}
	}
	if s.files == nil {
		return nil, nil, rejection{"invalid_argument", "the realm lends no files"}
	}
	outcome, err := s.engine.Run(ctx, job, s.host())
	if err != nil {
		return nil, nil, rejected(ctx, err)
	}
	result, err := json.Marshal(outcome)
	return result, nil, err
}

// asking is a sandbox whose realm lends tools and the network too.
type asking struct {
	sandbox
	script.RemoteCalls
}

func (s sandbox) host() script.Host {
	if s.ask == nil {
		return s
	}
	return asking{s, script.RemoteCalls{Call: script.RemoteCall(s.ask)}}
}

// Files are the files of the running script, in another realm. A goroutine that
// waits for them lets the module go on, so scripts may read synchronously.
func (s sandbox) Files() script.FileSystem {
	return script.RemoteFiles(script.RemoteCall(s.files))
}

// Console tells the realm of a line as it is printed.
func (s sandbox) Console(line script.Line) { s.emit("console", line) }

// rejection is an error with a code for the realm.
type rejection struct{ code, message string }

func (r rejection) Error() string { return r.message }

// Rejection is how the bridge learns of the code.
func (r rejection) Rejection() (code string, details map[string]any) { return r.code, nil }

// rejected gives what ended a run its code: limit_time and so on for limits.
func rejected(ctx context.Context, err error) error {
	var limit *script.LimitError
	switch {
	case errors.As(err, &limit):
		return rejection{"limit_" + limit.Limit, limit.Message}
	case ctx.Err() != nil:
		return rejection{"cancelled", "the run was cancelled"}
	}
	return err
}
