package api

import (
	"strconv"
	"unicode/utf8"
)

// short cuts a text that came from outside, so that no error repeats megabytes.
func short(text string) string { return cut(text, 80) }

// cut keeps the first bytes of a text, whole characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// quoted is short text in quotes, with NUL and the like readable.
func quoted(text string) string { return strconv.Quote(short(text)) }

// checkProject refuses ids that no store could keep apart. Ids stay what they
// are otherwise: they are the application's.
func checkProject(field, id string) error {
	const most = 200
	switch {
	case id == "":
		return invalid(field, "is missing")
	case len(id) > most:
		return invalid(field, "is longer than %d bytes", most)
	case !utf8.ValidString(id):
		return invalid(field, "is not valid UTF-8")
	}
	for _, r := range id {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return invalid(field, "has a control character or half a surrogate pair: %s", quoted(id))
		}
	}
	return nil
}
