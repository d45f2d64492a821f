package registry

// Status is how far a call has come.
type Status string

// The statuses of an activity.
const (
	InProgress Status = "in_progress"
	Success    Status = "success"
	Failure    Status = "failure"
	Cancelled  Status = "cancelled"
	Denied     Status = "denied"
)

// Activity is one call as the application shows it. Its JSON is the Activity of
// the TypeScript surface.
type Activity struct {
	ID             string         `json:"id"`
	Name           string         `json:"name"`
	DisplayName    string         `json:"displayName"`
	Status         Status         `json:"status"`
	Input          map[string]any `json:"input"`
	Data           map[string]any `json:"data"`
	DisplayMessage string         `json:"displayMessage,omitempty"`
	Error          string         `json:"error,omitempty"`
	Fraction       *float64       `json:"fraction,omitempty"`
	StartedAt      string         `json:"startedAt"`
	FinishedAt     string         `json:"finishedAt,omitempty"`
	ProjectID      string         `json:"projectId"`
	ChatID         string         `json:"chatId,omitempty"`
	// Background is set for calls of tools that are not user-facing.
	Background bool `json:"background,omitempty"`
}
