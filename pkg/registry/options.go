package registry

// Options are the option values of one tool, by option id: bool, float64 or
// string. After [ResolveOptions] every declared option is present.
type Options map[string]any

// Bool is the value of a boolean option; false where it is absent.
func (o Options) Bool(id string) bool { v, _ := o[id].(bool); return v }

// Text is the value of a text, longtext or select option; "" where it is absent.
func (o Options) Text(id string) string { v, _ := o[id].(string); return v }

// Number is the value of a number option; 0 where it is absent.
func (o Options) Number(id string) float64 { v, _ := o[id].(float64); return v }

// OptionType is the kind of value an option takes.
type OptionType string

// The option types. The zero value means [OptionBoolean].
const (
	OptionBoolean  OptionType = "boolean"
	OptionNumber   OptionType = "number"
	OptionText     OptionType = "text"
	OptionLongText OptionType = "longtext"
	OptionSelect   OptionType = "select"
)

// OptionDefinition declares one setting of a tool. Its JSON is the
// ToolOptionDefinition of the TypeScript surface.
type OptionDefinition struct {
	ID          string         `json:"id"`
	Label       string         `json:"label"`
	Subtitle    string         `json:"subtitle,omitempty"`
	Description string         `json:"description,omitempty"`
	Type        OptionType     `json:"type,omitempty"`
	Default     any            `json:"default"`
	Min         *float64       `json:"min,omitempty"`
	Max         *float64       `json:"max,omitempty"`
	Choices     []OptionChoice `json:"choices,omitempty"`
	VisibleWhen *VisibleWhen   `json:"visibleWhen,omitempty"`
}

// OptionChoice is one value of a select option.
type OptionChoice struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// VisibleWhen shows an option only while another one has this value.
type VisibleWhen struct {
	OptionID string `json:"optionId"`
	Value    any    `json:"value"`
}
