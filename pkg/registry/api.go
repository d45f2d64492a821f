package registry

// API names the wire format of a provider.
type API string

// The wire formats that definitions, calls and results are made for.
const (
	Anthropic       API = "anthropic"
	OpenAIChat      API = "openai_chat"
	OpenAIResponses API = "openai_responses"
	Gemini          API = "gemini"
	Bedrock         API = "bedrock"
	MCP             API = "mcp"
)
