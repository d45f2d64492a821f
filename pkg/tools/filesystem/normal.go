package filesystem

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// difference is a way in which a text can differ from what it was meant to be.
type difference string

const (
	differsNumbers  difference = "line numbers (old_str has them; they are display only)"
	differsEnds     difference = "line ends"
	differsTrailing difference = "spaces at the end of a line"
	differsSpaces   difference = "spaces within a line"
	differsQuotes   difference = "quotes or dashes (typographic and plain ones)"
	differsCase     difference = "upper and lower case"
	differsUnicode  difference = "how accents are encoded"
	differsBlank    difference = "blank lines at the beginning or end"
)

// level is a way of reading a line that makes a difference disappear.
type level struct {
	of   difference
	read func(string) string
}

// levels are those within a line whose outer spaces are gone.
var levels = []level{
	{differsUnicode, norm.NFC.String},
	{differsQuotes, plainQuotes.Replace},
	{differsSpaces, func(s string) string { return strings.Join(strings.FieldsFunc(s, isSpace), " ") }},
	{differsCase, strings.ToLower},
}

var plainQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "″", `"`,
	"‘", "'", "’", "'", "‚", "'", "′", "'", "`", "'", "´", "'", "–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-", "…", "...")

func isSpace(c rune) bool { return unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' }

// normal is what is left of a line that two lines meant to be the same have in
// common.
func normal(line string) string {
	line = strings.TrimFunc(line, isSpace)
	if ascii(line) {
		if !strings.ContainsAny(line, " \t`\v\f\r") {
			return strings.ToLower(line)
		}
		line = strings.ReplaceAll(line, "`", "'")
		return strings.ToLower(strings.Join(strings.Fields(line), " "))
	}
	for _, l := range levels {
		line = l.read(line)
	}
	return line
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// needed are the levels without which two lines would not be the same.
func needed(a, b string) []difference {
	a, b = strings.TrimFunc(a, isSpace), strings.TrimFunc(b, isSpace)
	if a == b {
		return nil
	}
	var found []difference
	for i := range levels {
		x, y := a, b
		for j, l := range levels {
			if i != j {
				x, y = l.read(x), l.read(y)
			}
		}
		if x != y {
			found = append(found, levels[i].of)
		}
	}
	if len(found) == 0 { // more than one level does it
		found = append(found, differsSpaces)
	}
	return found
}

// indentation is the white space a line begins with.
func indentation(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// indentDifference describes two indentations that are not the same.
func indentDifference(file, old string) difference {
	kind := func(indent string) string {
		switch {
		case indent == "":
			return "none"
		case strings.Trim(indent, "\t") == "":
			return "tabs"
		case strings.Trim(indent, " ") == "":
			return "spaces"
		default:
			return "tabs and spaces"
		}
	}
	a, b := kind(file), kind(old)
	if a == b {
		a, b = count(len(file), strings.TrimSuffix(a, "s")), count(len(old), strings.TrimSuffix(b, "s"))
	}
	return difference("indentation (" + a + " in the file, " + b + " in old_str)")
}

// withoutNumbers removes the line numbers that read shows, if every line that is
// not blank has one.
func withoutNumbers(lines []string) ([]string, bool) {
	stripped, any := make([]string, len(lines)), false
	for i, line := range lines {
		rest := strings.TrimLeft(line, " ")
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		switch {
		case strings.TrimSpace(line) == "":
			stripped[i] = line
		case digits > 0 && digits < len(rest) && rest[digits] == '\t':
			stripped[i], any = rest[digits+1:], true
		default:
			return lines, false
		}
	}
	return stripped, any
}

func addDifference(all []difference, more ...difference) []difference {
	for _, d := range more {
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}
