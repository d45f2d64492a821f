package registry

// PolicyMode says how a tool's calls are approved.
type PolicyMode string

// The approval modes. The zero value means [PolicyNever].
const (
	// PolicyNever runs every call without asking.
	PolicyNever PolicyMode = "never"
	// PolicyAlways asks before every call.
	PolicyAlways PolicyMode = "always"
	// PolicyFirst asks before the first call of a tool in a chat, and then not
	// again when the answer says so.
	PolicyFirst PolicyMode = "first"
	// PolicyAsk asks when an argument matches a pattern of Policy.Ask.
	PolicyAsk PolicyMode = "ask"
)

// Policy says when a call needs the user's approval. The zero value: never.
type Policy struct {
	Mode PolicyMode
	// Ask has glob patterns by argument; for [PolicyAsk] only. * stays within a
	// path segment, ** does not.
	Ask map[string][]string
	// OnlyChanges leaves calls alone whose Access says that they only read.
	OnlyChanges bool
}
