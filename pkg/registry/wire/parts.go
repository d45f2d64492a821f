package wire

import (
	"encoding/base64"
	"fmt"
	"path"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
)

// isImage tells whether models look at it: what all vendors take.
func isImage(part registry.Part) bool {
	switch part.MimeType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

func isPDF(part registry.Part) bool { return part.MimeType == "application/pdf" }

func base64Of(part registry.Part) string { return base64.StdEncoding.EncodeToString(part.Data) }

func dataURL(part registry.Part) string {
	return "data:" + part.MimeType + ";base64," + base64Of(part)
}

func fileName(part registry.Part) string {
	if part.Path == "" {
		return "file"
	}
	return path.Base(part.Path)
}

// note stands for a part that an API does not take.
func note(part registry.Part) string {
	text := fmt.Sprintf("[%s, %d bytes, not shown here", part.MimeType, len(part.Data))
	if part.Path != "" {
		text += ": " + part.Path
	}
	return text + "]"
}

// textWithNotes is the text of a result and a line for each part left out.
func textWithNotes(result registry.Result, takes func(registry.Part) bool) string {
	lines := []string{result.Content}
	if result.Content == "" {
		lines = nil
	}
	for _, part := range result.Parts {
		if !takes(part) {
			lines = append(lines, note(part))
		}
	}
	return strings.Join(lines, "\n")
}

func nothing(registry.Part) bool { return false }

// errorFirst marks an error in the text, for APIs that have no flag for it.
func errorFirst(result registry.Result, text string) string {
	if result.IsError && !strings.HasPrefix(text, "Error: ") {
		return "Error: " + text
	}
	return text
}
