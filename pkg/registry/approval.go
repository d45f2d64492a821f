package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Approver asks the user whether a call may run. An error, a panic and a
// context that ends all mean no.
type Approver func(ctx context.Context, request ApprovalRequest) (ApprovalDecision, error)

// ApprovalRequest is what the user is asked. Its JSON is the ApprovalRequest of
// the TypeScript surface.
type ApprovalRequest struct {
	Tool    string          `json:"tool"`
	Input   json.RawMessage `json:"input"`
	Context CallContext     `json:"context"`
	// Reason says why this call needs an approval.
	Reason string `json:"reason"`

	remember string // what a remembered answer is good for; empty: for nothing
}

// ApprovalDecision is the user's answer. The zero value is no.
type ApprovalDecision struct {
	Allow bool `json:"allow"`
	// Remember lets calls of the same kind in the same chat run without asking.
	Remember bool `json:"remember,omitempty"`
	// Reason is told to the model when the answer is no.
	Reason string `json:"reason,omitempty"`
}

// approve decides whether a call runs; if not, reason is for the model. Whatever
// goes wrong on the way, the answer is no.
func (r *Registry) approve(ctx context.Context, tool Tool, call Call) (allowed bool, reason string) {
	request := ApprovalRequest{Tool: tool.Name, Input: call.Input, Context: call.Context}
	request.Reason, request.remember = tool.Policy.asks(tool, call)
	if request.Reason == "" {
		return true, ""
	}
	if r.config.Approve == nil {
		return false, "no one is there who could approve it"
	}
	ctx, cancel := context.WithTimeout(ctx, r.config.ApproveTimeout)
	defer cancel()
	type answer struct {
		decision ApprovalDecision
		err      error
	}
	answers := make(chan answer, 1) // room for one, so that a late answer blocks nobody
	go func() {
		var a answer
		defer func() {
			if recover() != nil {
				a = answer{err: fmt.Errorf("panic")}
			}
			answers <- a
		}()
		a.decision, a.err = r.config.Approve(ctx, request)
	}()
	select {
	case <-ctx.Done():
		return false, "there was no answer in time"
	case a := <-answers:
		switch {
		case a.err != nil && ctx.Err() != nil:
			return false, "there was no answer in time"
		case a.err != nil:
			return false, "the question could not be asked"
		case !a.decision.Allow:
			return false, or(a.decision.Reason, "the user said no")
		}
		return true, ""
	}
}

// asks gives the reason to ask for this call, or "" for none.
func (p Policy) asks(tool Tool, call Call) (reason, remember string) {
	if p.OnlyChanges && tool.Access != nil && len(tool.access(call.Input).Write) == 0 {
		return "", ""
	}
	switch p.Mode {
	case "", PolicyNever:
		return "", ""
	case PolicyAlways:
		return tool.DisplayName + " always needs approval", ""
	case PolicyFirst:
		return tool.DisplayName + " needs approval when it is first used", tool.Name
	case PolicyAsk:
		return p.matches(call.Input, tool)
	}
	return fmt.Sprintf("the policy %q is not known", p.Mode), "" // fail closed
}

func (p Policy) matches(input json.RawMessage, tool Tool) (reason, remember string) {
	members := map[string]any{}
	_ = json.Unmarshal(input, &members) // a validated input is an object
	names := make([]string, 0, len(p.Ask))
	for name := range p.Ask {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, text := range texts(members[name]) {
			for _, pattern := range p.Ask[name] {
				if globMatch(pattern, text) {
					return fmt.Sprintf("%s %s matches %s", name, text, pattern), tool.Name + "\x00" + name + "\x00" + pattern
				}
			}
		}
	}
	return "", ""
}

// texts are a value's texts: patterns are about each item of a list too.
func texts(value any) []string {
	switch value := value.(type) {
	case nil:
		return nil
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, item := range value {
			all = append(all, texts(item)...)
		}
		return all
	default:
		data, _ := json.Marshal(value)
		return []string{string(data)}
	}
}

// globMatch matches a whole text: ? is one character, * any number without a
// slash, ** any number.
func globMatch(pattern, text string) bool {
	if pattern == "" {
		return text == ""
	}
	if rest, ok := strings.CutPrefix(pattern, "**"); ok {
		rest = strings.TrimLeft(rest, "*")
		if after, ok := strings.CutPrefix(rest, "/"); ok && globMatch(after, text) {
			return true // a/**/b matches a/b
		}
		for i := 0; i <= len(text); i++ {
			if globMatch(rest, text[i:]) {
				return true
			}
		}
		return false
	}
	if rest, ok := strings.CutPrefix(pattern, "*"); ok {
		for i := 0; i <= len(text); i++ {
			if globMatch(rest, text[i:]) {
				return true
			}
			if i < len(text) && text[i] == '/' {
				return false
			}
		}
		return false
	}
	if text == "" {
		return false
	}
	if pattern[0] == '?' {
		runes := []rune(text)
		return globMatch(pattern[1:], string(runes[1:]))
	}
	return pattern[0] == text[0] && globMatch(pattern[1:], text[1:])
}

// remember keeps answers with Remember, for a chat and a reason. They live as
// long as the registry: a user's answer is no setting.
func remember(approve Approver) Approver {
	var mu sync.Mutex
	remembered := map[[3]string]bool{}
	return func(ctx context.Context, request ApprovalRequest) (ApprovalDecision, error) {
		key := [3]string{request.Context.ProjectID, request.Context.ChatID, request.remember}
		mu.Lock()
		known := request.remember != "" && remembered[key]
		mu.Unlock()
		if known {
			return ApprovalDecision{Allow: true}, nil
		}
		decision, err := approve(ctx, request)
		if err == nil && decision.Allow && decision.Remember && request.remember != "" {
			mu.Lock()
			remembered[key] = true
			mu.Unlock()
		}
		return decision, err
	}
}
