package web

import (
	"errors"
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

var (
	errNotHTTP    = errors.New("Invalid URL: must be http or https")                          //nolint:staticcheck // text for the model
	errUserInfo   = errors.New("Invalid URL: it has a user name or password; leave them out") //nolint:staticcheck // text for the model
	errInvalidURL = errors.New("Invalid URL")                                                 //nolint:staticcheck // text for the model
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

// punycode is the encoding of RFC 3492.
func punycode(label string) string {
	const base, tMin, tMax, skew, damp = 36, 1, 26, 38, 700
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	var out []byte
	runes := []rune(label)
	for _, r := range runes {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	handled := basic
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(0x80), 0, 72
	for handled < len(runes) {
		next := unicode.MaxRune
		for _, r := range runes {
			if r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (handled + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tMin), tMax)
				if q < t {
					break
				}
				out = append(out, digits[t+(q-t)%(base-t)])
				q = (q - t) / (base - t)
			}
			out = append(out, digits[q])
			if handled == basic {
				delta /= damp
			} else {
				delta /= 2
			}
			delta += delta / (handled + 1)
			k := 0
			for ; delta > (base-tMin)*tMax/2; k += base {
				delta /= base - tMin
			}
			bias = k + (base-tMin+1)*delta/(delta+skew)
			delta = 0
			handled++
		}
		delta++
		n++
	}
	return string(out)
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

// resolve reads a reference in a page or a redirect of this address.
func (a address) resolve(reference string) (address, error) {
	reference = strings.TrimFunc(reference, func(r rune) bool { return r <= ' ' })
	reference, _, _ = strings.Cut(reference, "#")
	path, query, _ := strings.Cut(a.path, "?")
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
	path, query, _ = strings.Cut(reference, "?")
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
