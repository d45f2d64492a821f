package registry

// Info is what a settings view needs of a tool. Its JSON is the ToolInfo of the
// TypeScript surface.
type Info struct {
	Name              string             `json:"name"`
	DisplayName       string             `json:"displayName"`
	DisplaySubtitle   string             `json:"displaySubtitle,omitempty"`
	Category          string             `json:"category"`
	UserFacing        bool               `json:"userFacing"`
	Internal          bool               `json:"internal"`
	OptionDefinitions []OptionDefinition `json:"optionDefinitions"`
	IconInput         string             `json:"iconInput,omitempty"`
	IconOutput        string             `json:"iconOutput,omitempty"`
}

// Info describes the tool to a settings view.
func (t Tool) Info() Info {
	options := t.Options
	if options == nil {
		options = []OptionDefinition{} // [] and not null in JSON
	}
	return Info{
		Name: t.Name, DisplayName: or(t.DisplayName, t.Name), DisplaySubtitle: t.DisplaySubtitle,
		Category: or(t.Category, "general"), UserFacing: !t.Background, Internal: t.Internal,
		OptionDefinitions: options, IconInput: t.IconInput, IconOutput: t.IconOutput,
	}
}

// Infos describe all tools, in the order of registration.
func (r *Registry) Infos() []Info {
	infos := []Info{}
	for _, tool := range r.All() {
		infos = append(infos, tool.Info())
	}
	return infos
}
