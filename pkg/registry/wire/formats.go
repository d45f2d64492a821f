package wire

import "github.com/clienttools/clienttools/pkg/registry"

// Formats are all wire formats, for the Formats of a [registry.Config].
func Formats() map[registry.API]registry.Format {
	return map[registry.API]registry.Format{
		registry.Anthropic:       Anthropic{},
		registry.OpenAIChat:      OpenAIChat{},
		registry.OpenAIResponses: OpenAIResponses{},
		registry.Gemini:          Gemini{},
		registry.Bedrock:         Bedrock{},
		registry.MCP:             MCP{},
	}
}
