package web

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// address is a URL taken apart. It is stricter than browsers are: what two
// parsers could read in two ways is refused, and what is sent is put together
// anew from the parts that were checked.
type address struct {
	scheme string // http or https
	host   string // lower case, ASCII; an IPv6 address without brackets
	ip     ip     // nil for a name
	port   string // empty: the scheme's
	path   string // with the query; begins with /
}

const (
	errNotHTTP    = told("Invalid URL: must be http or https")
	errUserInfo   = told("Invalid URL: it has a user name or password; leave them out")
	errInvalidURL = told("Invalid URL")
)

// parse reads an absolute URL.
func parse(raw string) (a address, err error) {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	scheme, rest, found := strings.Cut(raw, ":")
	a.scheme = strings.ToLower(scheme)
	if !found || a.scheme != "http" && a.scheme != "https" || !strings.HasPrefix(rest, "//") {
		return a, errNotHTTP
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return r < ' ' || r == 0x7f || r == unicode.ReplacementChar }) {
		return a, errInvalidURL
	}
	rest, _, _ = strings.Cut(rest[2:], "#")
	end := strings.IndexAny(rest, `/?\`)
	if end < 0 {
		end = len(rest)
	}
	authority := rest[:end]
	switch {
	case strings.Contains(authority, "@") || strings.Contains(unescape(authority), "@"):
		return a, errUserInfo
	case end < len(rest) && rest[end] == '\\': // browsers read it as /, others as part of the host
		return a, errInvalidURL
	}
	if err := a.setAuthority(authority); err != nil {
		return a, err
	}
	a.path = escape(rest[end:])
	if !strings.HasPrefix(a.path, "/") {
		a.path = "/" + a.path
	}
	return a, nil
}

func (a *address) setAuthority(authority string) error {
	host, port := authority, ""
	if bracket := strings.LastIndexByte(authority, ']'); strings.HasPrefix(authority, "[") {
		if bracket < 0 {
			return errInvalidURL
		}
		host, port = authority[:bracket+1], authority[bracket+1:]
		if port != "" && port[0] != ':' {
			return errInvalidURL
		}
		port = strings.TrimPrefix(port, ":")
	} else if colon := strings.IndexByte(authority, ':'); colon >= 0 {
		host, port = authority[:colon], authority[colon+1:]
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || port[0] == '+' {
			return errInvalidURL
		}
		if port = strconv.FormatUint(n, 10); port == "80" && a.scheme == "http" || port == "443" && a.scheme == "https" {
			port = ""
		}
	}
	a.port = port
	return a.setHost(host)
}

func (a *address) setHost(host string) error {
	if strings.HasPrefix(host, "[") {
		ip, ok := parseIPv6(host[1 : len(host)-1])
		if !ok {
			return errInvalidURL
		}
		a.ip, a.host = ip, ip.String()
		return nil
	}
	name, ok := toASCII(host)
	if !ok {
		return errInvalidURL
	}
	if ip, numeric, ok := parseIPv4(name); numeric {
		if !ok {
			return errInvalidURL
		}
		a.ip, name = ip, ip.String()
	}
	a.host = name
	return nil
}

// String is the URL that is sent.
func (a address) String() string { return a.origin() + a.path }

func (a address) origin() string {
	host := a.host
	if len(a.ip) == 16 {
		host = "[" + host + "]"
	}
	if a.port != "" {
		host += ":" + a.port
	}
	return a.scheme + "://" + host
}

// parseIPv4 reads an IPv4 address in every notation that browsers take: one to
// four numbers, each decimal, octal or hexadecimal. numeric tells that the name
// has to be an address, as its last part is a number.
func parseIPv4(name string) (address ip, numeric, ok bool) {
	parts := strings.Split(strings.TrimSuffix(name, "."), ".")
	last := parts[len(parts)-1]
	if _, isNumber := parseNumber(last); !isNumber && strings.Trim(last, "0123456789") != "" || last == "" {
		return nil, false, false
	}
	if len(parts) > 4 {
		return nil, true, false
	}
	var value uint64
	for i, part := range parts {
		n, isNumber := parseNumber(part)
		if !isNumber {
			return nil, true, false
		}
		if i < len(parts)-1 {
			if n > 255 {
				return nil, true, false
			}
			value |= n << (8 * (3 - i))
		} else {
			if n >= 1<<(8*(5-len(parts))) {
				return nil, true, false
			}
			value |= n
		}
	}
	return ip{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}, true, true
}

func parseNumber(text string) (uint64, bool) {
	base := 10
	switch {
	case text == "":
		return 0, false
	case strings.HasPrefix(text, "0x"):
		if text, base = text[2:], 16; text == "" {
			return 0, true
		}
	case len(text) > 1 && text[0] == '0':
		text, base = text[1:], 8
	}
	if strings.ContainsAny(text, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(text, base, 40)
	return n, err == nil
}

// toASCII makes the name of a host what is sent: decoded, in lower case, with
// letters that only look different made plain, and others in punycode.
func toASCII(host string) (string, bool) {
	host = strings.ToLower(norm.NFKC.String(strings.ToLower(unescape(host))))
	host = strings.TrimSuffix(strings.ReplaceAll(host, "。", "."), ".")
	if host == "" || len(host) > 253 {
		return "", false
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if label == "" {
			return "", false
		}
		plain := true
		for _, r := range label {
			switch {
			case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-', r == '_':
			case r > 0x7f && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) && r < 0xfe00:
				plain = false
			default:
				return "", false
			}
		}
		if !plain {
			labels[i] = "xn--" + punycode(label)
		}
		if len(labels[i]) > 63 {
			return "", false
		}
	}
	return strings.Join(labels, "."), true
}
