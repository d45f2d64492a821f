package web

import (
	"strconv"
	"strings"
)

// resolve reads a reference in a page or a redirect of this address.
func (a address) resolve(reference string) (address, error) {
	reference = strings.TrimFunc(reference, func(r rune) bool { return r <= ' ' })
	reference, _, _ = strings.Cut(reference, "#")
	path, _, _ := strings.Cut(a.path, "?")
	switch {
	case reference == "":
		return a, nil
	case strings.HasPrefix(reference, "//"):
		return parse(a.scheme + ":" + reference)
	case hasScheme(reference):
		return parse(reference)
	case reference[0] == '?':
		reference = path + reference
	case reference[0] != '/':
		reference = path[:strings.LastIndexByte(path, '/')+1] + reference
	}
	path, query, _ := strings.Cut(reference, "?")
	a.path = escape(removeDots(path))
	if query != "" {
		a.path += "?" + escape(query)
	}
	return a, nil
}

func hasScheme(reference string) bool {
	end := strings.IndexAny(reference, ":/?")
	return end > 0 && reference[end] == ':' && strings.Trim(strings.ToLower(reference[:end]), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}

func removeDots(path string) string {
	var kept []string
	segments := strings.Split(path, "/")[1:]
	for i, segment := range segments {
		last := i == len(segments)-1
		switch segment {
		case ".":
		case "..":
			kept = kept[:max(0, len(kept)-1)]
		default:
			kept = append(kept, segment)
			last = false
		}
		if last {
			kept = append(kept, "")
		}
	}
	return "/" + strings.Join(kept, "/")
}

// escape makes a path and query ASCII, with nothing in it that a parser stops at.
func escape(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`\\^{|}", c) >= 0 {
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unescape decodes URL escapes once.
func unescape(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if n, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
