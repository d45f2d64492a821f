package page

import "strings"

// token is a piece of HTML. A text has no tag.
type token struct {
	tag   string // lower case
	end   bool   // </tag>
	attrs map[string]string
	text  string // raw: entities are not decoded
}

// scanner cuts HTML into tokens.
type scanner struct {
	html string
	at   int
}

// wanted are the attributes that somebody looks at.
func wantedAttr(name string) bool {
	switch name {
	case "href", "src", "alt", "title", "class", "style", "hidden", "aria-hidden", "role", "start", "colspan", "open", "data-src":
		return true
	}
	return false
}

// next is the next token; false at the end.
func (s *scanner) next() (token, bool) {
	for s.at < len(s.html) {
		rest := s.html[s.at:]
		open := strings.IndexByte(rest, '<')
		if open != 0 {
			if open < 0 {
				open = len(rest)
			}
			s.at += open
			return token{text: rest[:open]}, true
		}
		switch {
		case strings.HasPrefix(rest, "<!--"):
			s.skip(4, "-->")
		case strings.HasPrefix(rest, "<![CDATA["):
			from := s.at + 9
			s.skip(9, "]]>")
			return token{text: strings.TrimSuffix(s.html[min(from, s.at):s.at], "]]>")}, true
		case len(rest) > 1 && (rest[1] == '!' || rest[1] == '?'):
			s.skip(2, ">")
		case len(rest) > 2 && rest[1] == '/' && isLetter(rest[2]):
			s.at += 2
			tag := s.name()
			s.skip(0, ">")
			return token{tag: tag, end: true}, true
		case len(rest) > 1 && rest[1] == '/':
			s.skip(2, ">")
		case len(rest) > 1 && isLetter(rest[1]):
			s.at++
			t := token{tag: s.name()}
			t.attrs = s.attributes()
			return t, true
		default:
			s.at++
			return token{text: "<"}, true
		}
	}
	return token{}, false
}

// raw is everything up to the end tag of an element whose content is no HTML.
func (s *scanner) raw(tag string) string {
	from := s.at
	for {
		i := strings.Index(s.html[s.at:], "</")
		if i < 0 {
			s.at = len(s.html)
			return s.html[from:]
		}
		s.at += i
		after := s.at + 2 + len(tag)
		if after <= len(s.html) && strings.EqualFold(s.html[s.at+2:after], tag) &&
			(after == len(s.html) || isSpace(s.html[after]) || s.html[after] == '>' || s.html[after] == '/') {
			content := s.html[from:s.at]
			s.skip(2, ">")
			return content
		}
		s.at += 2
	}
}

// skip goes behind the next end, looked for from a distance.
func (s *scanner) skip(distance int, end string) {
	from := min(s.at+distance, len(s.html))
	if i := strings.Index(s.html[from:], end); i >= 0 {
		s.at = from + i + len(end)
	} else {
		s.at = len(s.html)
	}
}

func (s *scanner) name() string {
	from := s.at
	for s.at < len(s.html) && !isSpace(s.html[s.at]) && s.html[s.at] != '>' && s.html[s.at] != '/' {
		s.at++
	}
	return strings.ToLower(s.html[from:s.at])
}

func (s *scanner) attributes() (attrs map[string]string) {
	for {
		for s.at < len(s.html) && (isSpace(s.html[s.at]) || s.html[s.at] == '/') {
			s.at++
		}
		if s.at == len(s.html) {
			return attrs
		}
		if s.html[s.at] == '>' {
			s.at++
			return attrs
		}
		from := s.at
		s.at++ // an attribute may even begin with =
		for s.at < len(s.html) && !isSpace(s.html[s.at]) && strings.IndexByte("=>/", s.html[s.at]) < 0 {
			s.at++
		}
		name, value := strings.ToLower(s.html[from:s.at]), ""
		for s.at < len(s.html) && isSpace(s.html[s.at]) {
			s.at++
		}
		if s.at < len(s.html) && s.html[s.at] == '=' {
			s.at++
			value = s.value()
		}
		if !wantedAttr(name) {
			continue
		}
		if attrs == nil {
			attrs = map[string]string{}
		}
		if _, twice := attrs[name]; !twice {
			attrs[name] = decode(value)
		}
	}
}

func (s *scanner) value() string {
	for s.at < len(s.html) && isSpace(s.html[s.at]) {
		s.at++
	}
	if s.at == len(s.html) {
		return ""
	}
	from := s.at
	if quote := s.html[s.at]; quote == '"' || quote == '\'' {
		s.skip(1, string(quote))
		return strings.TrimSuffix(s.html[from+1:s.at], string(quote))
	}
	for s.at < len(s.html) && !isSpace(s.html[s.at]) && s.html[s.at] != '>' {
		s.at++
	}
	return s.html[from:s.at]
}

func isSpace(c byte) bool  { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
