package web

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/tools/web/page"
)

// mediaType is a content type without its parameters.
func mediaType(contentType string) string {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// readable tells whether a content type is of text; an absent one may be.
func readable(contentType string) bool {
	kind := mediaType(contentType)
	if kind == "" || strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+json") {
		return true
	}
	switch kind {
	case "application/json", "application/xml", "application/javascript", "application/ecmascript", "application/x-javascript", "application/yaml",
		"application/x-yaml", "application/toml", "application/x-ndjson", "application/jsonl", "application/rtf", "application/x-sh", "application/sql",
		"application/graphql", "application/x-tex":
		return true
	}
	return false
}

func isHTML(contentType, text string) bool {
	switch mediaType(contentType) {
	case "text/html", "application/xhtml+xml":
		return true
	case "":
		start := strings.ToLower(strings.TrimLeft(text[:min(len(text), 512)], " \n\r\t\ufeff"))
		return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
	}
	return false
}

// charsetOf is the encoding that an answer says it is in, or "".
func charsetOf(contentType string, body []byte) string {
	head := string(body[:min(len(body), 2048)])
	switch {
	case strings.HasPrefix(head, "\xef\xbb\xbf"):
		return "utf-8"
	case strings.HasPrefix(head, "\xfe\xff"):
		return "utf-16be"
	case strings.HasPrefix(head, "\xff\xfe"):
		return "utf-16le"
	}
	if name := charsetIn(contentType); name != "" {
		return name
	}
	if kind := mediaType(contentType); kind == "" || kind == "text/html" || strings.HasSuffix(kind, "xml") {
		for rest := head; ; {
			at := strings.Index(strings.ToLower(rest), "<meta")
			if at < 0 {
				break
			}
			tag, after, _ := strings.Cut(rest[at+5:], ">")
			if name := charsetIn(tag); name != "" {
				if strings.HasPrefix(name, "utf-16") {
					name = "utf-8" // or it could not have been read
				}
				return name
			}
			rest = after
		}
		if strings.HasPrefix(head, "<?xml") {
			declaration, _, _ := strings.Cut(head, "?>")
			return charsetIn(strings.Replace(declaration, "encoding", "charset", 1))
		}
	}
	return ""
}

// charsetIn reads charset=NAME out of a text.
func charsetIn(text string) string {
	lower := strings.ToLower(text)
	at := strings.Index(lower, "charset")
	if at < 0 {
		return ""
	}
	rest, found := strings.CutPrefix(strings.TrimLeft(lower[at+7:], " \t\n\r"), "=")
	if !found {
		return ""
	}
	rest = strings.TrimLeft(rest, " \t\n\r\"'")
	if end := strings.IndexAny(rest, " \t\n\r\"';/>,"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// decode makes UTF-8 of a body. What is declared wrongly is often UTF-8 all the
// same, or else what browsers take it for.
func (t *tool) decode(charset string, body []byte, cut bool) string {
	if cut { // perhaps in the middle of a character
		for i := 1; i <= min(3, len(body)); i++ {
			if c := body[len(body)-i]; c >= 0xc0 {
				if !utf8.FullRune(body[len(body)-i:]) {
					body = body[:len(body)-i]
				}
				break
			} else if c < 0x80 {
				break
			}
		}
	}
	switch charset {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1", "windows-1252", "cp1252":
		if utf8.Valid(body) {
			return strings.TrimPrefix(string(body), "\ufeff")
		}
		if strings.HasPrefix(charset, "utf") {
			return strings.TrimPrefix(strings.ToValidUTF8(string(body), "\ufffd"), "\ufeff")
		}
		return page.Windows1252(body)
	case "utf-16", "utf-16le":
		return decodeUTF16(body, 0)
	case "utf-16be":
		return decodeUTF16(body, 1)
	}
	if decoder, ok := t.fetcher.(Decoder); ok {
		if text, ok := decoder.Decode(charset, body); ok {
			return strings.ToValidUTF8(text, "\ufffd")
		}
	}
	if utf8.Valid(body) {
		return string(body)
	}
	return page.Windows1252(body)
}

// decodeUTF16 takes the position of the low byte's pair: 0 little, 1 big endian.
func decodeUTF16(body []byte, high int) string {
	units := make([]uint16, 0, len(body)/2)
	for i := 0; i+1 < len(body); i += 2 {
		units = append(units, uint16(body[i+high])|uint16(body[i+1-high])<<8)
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}
