package registry

import (
	"context"
	"encoding/json"
	"time"
)

// Tool is one capability a model may call. Make one with [Define] (or
// [DefineDomain] for a table of actions), or by hand where its parts come from
// elsewhere, as the tools an application writes in TypeScript do.
//
// A Tool is stateless: everything about a project, a chat or a user arrives
// with the call. It is safe for concurrent use.
type Tool struct {
	// Name is what the model calls; it matches [a-zA-Z0-9_-]{1,64}.
	Name string
	// DisplayName is shown in settings and chat. Empty means Name.
	DisplayName string
	// DisplaySubtitle is one line under the display name.
	DisplaySubtitle string
	// Category groups tools in the tools section. Empty means "general".
	Category string
	// Background tools run without an activity cell in the chat.
	Background bool
	// Internal tools are hidden from the settings view.
	Internal bool
	// Options are the settings of the tool, in the order they are shown.
	Options []OptionDefinition

	// Description is what the model reads about the tool.
	Description func(ctx context.Context, options Options) (string, error)
	// InputSchema is the JSON Schema of the input: an object. Who asks for it must
	// not change it but a clone, so that a tool may give the same one every time.
	InputSchema func(ctx context.Context, options Options) (*Schema, error)
	// Execute runs one call whose input is valid. An error it returns is text
	// for the model: say what was wrong and what is allowed.
	Execute func(ctx context.Context, call Call) (Result, error)
	// Override gives a provider-native definition, or a list of them, or nil for
	// the standard one. A nil func means never.
	Override func(ctx context.Context, api API, options Options) (json.RawMessage, error)
	// SystemPrompt gives text for the system prompt; empty adds none. A nil func
	// means none. It is not asked where Override gave a definition.
	SystemPrompt func(ctx context.Context, prompt PromptContext, options Options) (string, error)

	// DescribePeers is set for a tool that calls others, through [Call.Peers]: it
	// gives what to add to the description about the other enabled tools, in the
	// order of registration. peers asks them; who does not need them does not.
	DescribePeers func(ctx context.Context, options Options, peers func() []Peer) (string, error)

	// IconInput and IconOutput are shown beside the call and its result.
	IconInput, IconOutput string
	// Policy says when a call needs the user's approval. The zero value: never.
	Policy Policy
	// Access says which calls may run side by side. nil means that every call of
	// the tool changes everything, so it runs alone.
	Access func(input json.RawMessage) Access

	// Normalize changes an input in place before it is validated: other names of
	// parameters become the proper ones, say. Numbers in it are json.Number. It
	// returns what it cannot put right. nil leaves the input as it is.
	Normalize func(input map[string]any, options Options) []Problem
	// Check finds what a schema cannot say, such as what one action needs. It
	// sees an input that satisfies the schema, or nearly: problems the schema
	// found are joined with its own. nil finds nothing.
	Check func(input map[string]any, options Options) []Problem
	// Invalid makes the result of an input with problems. nil: [InvalidResult].
	Invalid func(call Call, problems []Problem) Result
	// Annotations tell a host what calls of the tool do. Of a table of actions
	// they are what its definition says with the options that leave the most.
	Annotations Annotations
	// RenderInput and RenderOutput make a call and its result readable in the
	// chat. nil: as they are.
	RenderInput  func(input json.RawMessage) string
	RenderOutput func(output string, isError bool) string
	// Timeout ends a call. Zero: the registry's.
	Timeout time.Duration
	// ResultChars is how much of a result the model sees, for a tool that cuts
	// its results itself and says how to read on. Zero: the registry's limit.
	ResultChars int

	// domain is set for a table of actions.
	domain func(options Options) *domainFacts
}

// Annotations are what is true of every call of a tool. A field may be wrong
// only on the careful side.
type Annotations struct {
	ReadOnly    bool // changes nothing
	Destructive bool // may replace or remove what is there
	Idempotent  bool // the same call again changes nothing more
	OpenWorld   bool // reaches beyond the project's files
}

// Call is one validated call of a tool.
type Call struct {
	// ID is the provider's id of the call, or one that the registry made.
	ID string
	// Tool is the name the call was made under.
	Tool string
	// Input is the model's input: a JSON object that satisfies the schema.
	Input json.RawMessage
	// Options are the tool's options, with defaults filled in.
	Options Options
	// Context is where the call happens.
	Context CallContext
	// Progress updates the activity of this call. Never nil.
	Progress *Progress
	// Peers calls other tools. nil unless the tool has DescribePeers, and for a call
	// that was made by another tool.
	Peers *Peers

	// What is known of a call that is not valid, for the text of its result.
	selector, selected string
	actions            []string
	example            json.RawMessage
}

// CallContext says where a call happens. The application gives it with every call.
type CallContext struct {
	ProjectID string `json:"projectId"`
	ChatID    string `json:"chatId,omitempty"`
	// AgentID and GroupChat are needed by tools about agents.
	AgentID   string `json:"agentId,omitempty"`
	GroupChat bool   `json:"groupChat,omitempty"`
	// TurnID is the assistant turn the call belongs to; per-turn limits count by it.
	TurnID string `json:"turnId,omitempty"`
	// KnownTexts are texts whose URLs the model may fetch.
	KnownTexts []string `json:"knownTexts,omitempty"`
}

// PromptContext says what a system prompt is made for.
type PromptContext struct {
	CallContext
	APIDefinitionID string `json:"apiDefinitionId,omitempty"`
	ModelID         string `json:"modelId,omitempty"`
	APIType         API    `json:"apiType"`
}

// Result is what one call gives.
type Result struct {
	// Content is what the model reads.
	Content string `json:"content"`
	// IsError marks a failed call; Content then says what to do.
	IsError bool `json:"isError,omitempty"`
	// Data is for the application, and for APIs that carry structured results.
	Data map[string]any `json:"data,omitempty"`
	// Parts are images and files besides the text.
	Parts []Part `json:"parts,omitempty"`
	// FullResultPath is where the whole content is when Content was shortened.
	FullResultPath string `json:"fullResultPath,omitempty"`
}

// Part is an image or a file of a result. In JSON its bytes are base64.
type Part struct {
	MimeType string `json:"mimeType"`
	Data     []byte `json:"data"`
	Path     string `json:"path,omitempty"`
}
