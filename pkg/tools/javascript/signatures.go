package javascript

import (
	"strings"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/registry"
)

// signatures tell a model how its code calls the other tools: their inputs as
// TypeScript. What each parameter means stands in the definition of the tool
// itself, which the model has too.
func signatures(peers []registry.Peer) string {
	if len(peers) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Code can call the other tools with await tools.NAME(input); several at once with Promise.all. " +
		"content is the text that you would read; a failed call throws an Error with it. A tool sees the files that the code wrote before.\n" +
		"type Result = Promise<{ content: string; data?: any }>\n" +
		"declare const tools: {\n")
	for _, peer := range peers {
		if line := firstSentence(peer.Description); line != "" {
			b.WriteString("  /** " + line + " */\n")
		}
		parameter := "input"
		if len(peer.Schema.Required) == 0 {
			parameter += "?"
		}
		b.WriteString("  " + registry.PropertyName(peer.Name) + "(" + parameter + ": " + peer.Schema.TypeScript() + "): Result\n")
	}
	b.WriteString("}")
	return b.String()
}

// sentenceChars is how much of a description stands beside a signature.
const sentenceChars = 100

// firstSentence is the first sentence of a text, on one line of a comment.
func firstSentence(text string) string {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "*/", "* /")
	if end := strings.Index(text, ". "); end >= 0 {
		text = text[:end+1]
	}
	if utf8.RuneCountInString(text) > sentenceChars {
		text = strings.TrimRight(string([]rune(text)[:sentenceChars-1]), " ") + "…"
	}
	return text
}
