package filesystem

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

const (
	// maxSuggestNames bounds how many names are compared for a suggestion.
	maxSuggestNames = 5000
)

// suggest finds the path that was probably meant: a similar name in the same
// directory, or the same name in another one. It is empty where none is found.
func (c *call) suggest(missing string) string {
	dir, name := path.Split(missing)
	if entries, err := c.readDir(path.Clean(dir)); err == nil {
		best, least := "", typingErrors(name)+1
		for i, entry := range entries {
			if i == maxSuggestNames {
				break
			}
			if strings.EqualFold(entry.Name(), name) {
				return path.Join(dir, entry.Name())
			}
			if d := distance(strings.ToLower(name), strings.ToLower(entry.Name()), least); d < least {
				best, least = entry.Name(), d
			}
		}
		if best != "" {
			return path.Join(dir, best)
		}
	}
	return c.sameNameElsewhere(name)
}

// typingErrors is how many letters may be wrong in a name that is still meant: in
// a short one, another letter is another name.
func typingErrors(name string) int {
	switch stem := len([]rune(strings.TrimSuffix(name, path.Ext(name)))); {
	case stem < 3:
		return 0
	case stem < 5:
		return 1
	case stem < 10:
		return 2
	default:
		return 3
	}
}

func (c *call) sameNameElsewhere(name string) string {
	elsewhere, seen := "", 0
	err := c.walk(walk{root: "/", hidden: false, file: func(p string, _ fs.FileInfo) error {
		if seen++; seen > maxSuggestNames {
			return errStop
		}
		if strings.EqualFold(path.Base(p), name) {
			if elsewhere != "" { // two of them: it could be either
				elsewhere = ""
				return errStop
			}
			elsewhere = p
		}
		return nil
	}})
	if err != nil && !errors.Is(err, errStop) {
		return ""
	}
	return elsewhere
}

// distance counts the letters in which two names differ, or gives most if they
// are that many or more.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= most || len(y)-len(x) >= most || len(x) > 255 {
		return most
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		diagonal := row[0]
		row[0] = i
		smallest := i
		for j := 1; j <= len(y); j++ {
			change := diagonal
			if x[i-1] != y[j-1] {
				change++
			}
			diagonal = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
			smallest = min(smallest, row[j])
		}
		if smallest >= most {
			return most
		}
	}
	return row[len(y)]
}
