package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/clienttools/clienttools/pkg/registry"
)

// askUser makes an approver of the lent function approve.
func askUser(approve Lent) registry.Approver {
	return func(ctx context.Context, request registry.ApprovalRequest) (decision registry.ApprovalDecision, err error) {
		text, err := json.Marshal(request)
		if err != nil {
			return decision, err
		}
		answer, err := approve(ctx, string(text))
		if err != nil {
			return decision, err
		}
		if err := json.Unmarshal([]byte(answer), &decision); err != nil {
			return registry.ApprovalDecision{}, fmt.Errorf("no decision: %w", err)
		}
		return decision, nil
	}
}
