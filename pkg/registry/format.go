package registry

import (
	"encoding/json"
	"strings"
)

// Format is how one API writes definitions, calls and results. Package wire
// has one per API.
type Format interface {
	// Definitions are the entries of the request's tools.
	Definitions(definitions []Definition) []json.RawMessage
	// Call reads one call as the API sent it. With an error it gives what could
	// be read, so that the call can still be answered.
	Call(raw json.RawMessage) (WireCall, error)
	// Result is the answer to a call.
	Result(call WireCall, result Result) json.RawMessage
}

// Definition is one tool, ready to be written.
type Definition struct {
	Name        string
	Title       string
	Description string
	Schema      *Schema
	Annotations Annotations
	// Strict asks the provider to keep to the schema; it is set only where the
	// schema is within the provider's limits.
	Strict bool
	// Override is a definition in the provider's own form; the rest then counts
	// for nothing.
	Override json.RawMessage
}

// WireCall is a call as an API carries it.
type WireCall struct {
	ID   string // may be empty
	Name string
	// Input is JSON, or what was meant to be: arguments that come as text are
	// here as they came. Empty means none.
	Input json.RawMessage
}

// ParseAPI understands the name of an API and the names it had in older settings.
func ParseAPI(name string) (API, error) {
	switch api := API(strings.ToLower(strings.TrimSpace(name))); api {
	case Anthropic, OpenAIChat, OpenAIResponses, Gemini, Bedrock, MCP:
		return api, nil
	case "chatgpt", "webllm":
		return OpenAIChat, nil
	case "responses_api":
		return OpenAIResponses, nil
	case "google":
		return Gemini, nil
	}
	return "", invalid("", "unknown API %q; allowed: anthropic, openai_chat, openai_responses, gemini, bedrock, mcp", name)
}

func (r *Registry) format(api API) (Format, API, error) {
	api, err := ParseAPI(string(api))
	if err != nil {
		return nil, "", err
	}
	format := r.config.Formats[api]
	if format == nil {
		return nil, "", invalid("", "no wire format for API %q", api)
	}
	return format, api, nil
}
