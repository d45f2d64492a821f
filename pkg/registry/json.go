package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"
)

// appendString appends a JSON string that escapes only what must be.
func appendString(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			dst = utf8.AppendRune(dst, r) // U+FFFD for what is not UTF-8
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < ' ' || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
		i++
	}
	return append(dst, '"')
}

func appendStrings(dst []byte, texts []string) []byte {
	if texts == nil {
		return dst
	}
	dst = append(dst, '[')
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, text)
	}
	return append(dst, ']')
}

// appendNumber appends a finite number as JavaScript would write it, or nearly.
func appendNumber(dst []byte, value float64) []byte {
	if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
		return strconv.AppendInt(dst, int64(value), 10)
	}
	return strconv.AppendFloat(dst, value, 'g', -1, 64)
}

func compact(value json.RawMessage) json.RawMessage {
	if len(value) == 0 {
		return nil
	}
	var buffer bytes.Buffer
	if json.Compact(&buffer, value) != nil {
		return value
	}
	return buffer.Bytes()
}

// objectMembers are the members of a JSON object in their order. Of a name that
// occurs twice the last value counts, in the place of the first.
func objectMembers(data []byte) ([]Keyword, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	start, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if start != json.Delim('{') {
		return nil, errors.New("want an object")
	}
	var members []Keyword
	place := map[string]int{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		if i, twice := place[name]; twice {
			members[i].Value = value
			continue
		}
		place[name] = len(members)
		members = append(members, Keyword{name, value})
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	return members, nil
}
