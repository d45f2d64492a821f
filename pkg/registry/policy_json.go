package registry

import (
	"encoding/json"
	"fmt"
)

// UnmarshalJSON reads the ApprovalPolicy of the TypeScript surface: "never",
// "always", "first" or {"ask": {"argument": ["glob"]}}. null is never.
func (p *Policy) UnmarshalJSON(data []byte) error {
	var mode string
	if json.Unmarshal(data, &mode) == nil {
		switch m := PolicyMode(mode); m {
		case "", PolicyNever, PolicyAlways, PolicyFirst:
			*p = Policy{Mode: m}
			return nil
		}
		return fmt.Errorf("policy %q: want never, always, first or {ask}", mode)
	}
	var ask struct {
		Ask map[string][]string `json:"ask"`
	}
	if err := json.Unmarshal(data, &ask); err != nil || ask.Ask == nil {
		return fmt.Errorf("policy: want never, always, first or {ask: {argument: [glob]}}")
	}
	*p = Policy{Mode: PolicyAsk, Ask: ask.Ask}
	return nil
}

// MarshalJSON writes what [Policy.UnmarshalJSON] reads.
func (p Policy) MarshalJSON() ([]byte, error) {
	if p.Mode == PolicyAsk {
		return json.Marshal(map[string]any{"ask": p.Ask})
	}
	return json.Marshal(or(string(p.Mode), string(PolicyNever)))
}
