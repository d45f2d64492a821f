package conversation

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// Host answers the methods of the boundary (wasm/README.md): the portable API
// in native Go, or a module under wazero.
type Host interface {
	Call(ctx context.Context, method string, args json.RawMessage, bytes []byte) (result json.RawMessage, out []byte, err error)
}

// Seen is what the model saw of one call, as it happened.
type Seen struct {
	Text  string
	Error bool
}

// Play writes the script's files into a project of its own, makes its calls and
// returns what the model saw of each. It does not compare: see Differences.
func Play(ctx context.Context, host Host, project string, script Script) ([]Seen, error) {
	for _, file := range script.Before {
		args := object{"projectId": project, "path": file.Path}
		if _, _, err := call(ctx, host, "files.write", args, []byte(file.Text)); err != nil {
			return nil, fmt.Errorf("before %s: %w", file.Path, err)
		}
	}
	enabled := script.Enabled
	if enabled == nil {
		var err error
		if enabled, err = allTools(ctx, host); err != nil {
			return nil, err
		}
	}
	var seen []Seen
	for i, each := range script.Calls {
		args := object{"name": each.Tool, "input": each.Input, "enabledToolNames": enabled,
			"toolOptions": script.Options, "context": object{"projectId": project, "chatId": "chat", "turnId": fmt.Sprint("turn ", i)}}
		result, _, err := call(ctx, host, "execute", args, nil)
		if err != nil {
			return nil, fmt.Errorf("call %d of %s: %w", i+1, each.Tool, err)
		}
		var told struct {
			Content string
			IsError bool
		}
		if err := json.Unmarshal(result, &told); err != nil {
			return nil, fmt.Errorf("call %d of %s: %w", i+1, each.Tool, err)
		}
		seen = append(seen, Seen{told.Content, told.IsError})
	}
	return seen, nil
}

// Files returns what Script.After and Script.Paths speak of, as it is now: the
// text of each path of after ("" and a missing path in paths if it is gone), and
// every path, directories ending in a slash.
func Files(ctx context.Context, host Host, project string, after []File) (texts []File, paths []string, err error) {
	listed, _, err := call(ctx, host, "files.list", object{"projectId": project, "path": "/", "depth": 100}, nil)
	if err != nil {
		return nil, nil, err
	}
	var infos []struct{ Path, Kind string }
	if err := json.Unmarshal(listed, &infos); err != nil {
		return nil, nil, err
	}
	for _, info := range infos {
		if info.Kind == "directory" && info.Path != "/" {
			info.Path += "/"
		}
		if info.Path != "/" {
			paths = append(paths, info.Path)
		}
	}
	sort.Strings(paths)
	for _, file := range after {
		_, content, err := call(ctx, host, "files.read", object{"projectId": project, "path": file.Path}, nil)
		if err != nil {
			return nil, nil, fmt.Errorf("after %s: %w", file.Path, err)
		}
		texts = append(texts, File{file.Path, string(content)})
	}
	return texts, paths, nil
}

var timestamp = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)

// Comparable replaces what differs from run to run: times become <time>.
func Comparable(text string) string { return timestamp.ReplaceAllString(text, "<time>") }

// IsHidden tells whether a path belongs to the product rather than to the
// script: results kept for the model live under /.results.
func IsHidden(path string) bool { return strings.HasPrefix(path, "/.results") }

type object map[string]any

func call(ctx context.Context, host Host, method string, args object, bytes []byte) (json.RawMessage, []byte, error) {
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, nil, err
	}
	return host.Call(ctx, method, encoded, bytes)
}

func allTools(ctx context.Context, host Host) ([]string, error) {
	result, _, err := call(ctx, host, "tools", object{}, nil)
	if err != nil {
		return nil, err
	}
	var infos []struct{ Name string }
	if err := json.Unmarshal(result, &infos); err != nil {
		return nil, err
	}
	names := make([]string, len(infos))
	for i, info := range infos {
		names[i] = info.Name
	}
	return names, nil
}
