package conversation

import (
	"fmt"
	"strings"

	"golang.org/x/tools/txtar"
)

// WithSeen returns the archive with its saw sections holding what was seen, in order.
func WithSeen(archive []byte, seen []Seen) ([]byte, error) {
	parsed := txtar.Parse(archive)
	next := 0
	for i, section := range parsed.Files {
		if words := strings.Fields(section.Name); len(words) == 0 || words[0] != "saw" {
			continue
		}
		if next == len(seen) {
			return nil, fmt.Errorf("more saw sections than calls")
		}
		parsed.Files[i].Name = "saw"
		if seen[next].Error {
			parsed.Files[i].Name = "saw error"
		}
		parsed.Files[i].Data = []byte(seen[next].Text + "\n")
		next++
	}
	return txtar.Format(parsed), nil
}
