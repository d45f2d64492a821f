package gojavm

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// encodings are the names scripts use for the encodings we know.
var encodings = map[string]string{
	"utf8": "utf8", "utf-8": "utf8", "ascii": "latin1", "latin1": "latin1", "binary": "latin1",
	"base64": "base64", "base64url": "base64url", "hex": "hex",
	"utf16le": "utf16le", "utf-16le": "utf16le", "ucs2": "utf16le", "ucs-2": "utf16le",
}

// encodingOf normalises the name of an encoding and throws for unknown ones.
func (w *world) encodingOf(name string) string {
	e := encodings[strings.ToLower(name)]
	if e == "" {
		w.throw("TypeError", "Unknown encoding: "+name, "code", "ERR_UNKNOWN_ENCODING")
	}
	return e
}

// decodeText makes a string of bytes.
func (w *world) decodeText(data []byte, encoding string) goja.Value {
	switch encoding {
	case "latin1":
		units := make([]uint16, len(data))
		for i, b := range data {
			units[i] = uint16(b)
		}
		return goja.StringFromUTF16(units)
	case "utf16le":
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = uint16(data[2*i]) | uint16(data[2*i+1])<<8
		}
		return goja.StringFromUTF16(units)
	case "base64":
		return w.rt.ToValue(base64.StdEncoding.EncodeToString(data))
	case "base64url":
		return w.rt.ToValue(base64.RawURLEncoding.EncodeToString(data))
	case "hex":
		return w.rt.ToValue(hex.EncodeToString(data))
	}
	return w.rt.ToValue(validUTF8(data))
}

// validUTF8 replaces what is no UTF-8 by U+FFFD, as the Encoding standard says:
// one for each longest sequence that could have begun a character.
func validUTF8(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	b.Grow(len(data))
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r != utf8.RuneError || size > 1 {
			b.Write(data[i : i+size])
			i += size
			continue
		}
		b.WriteRune(utf8.RuneError)
		i += truncated(data[i:])
	}
	return b.String()
}

// truncated is how many bytes of a broken sequence belong together.
func truncated(data []byte) int {
	lead := data[0]
	need, low, high := 0, byte(0x80), byte(0xbf)
	switch {
	case lead >= 0xc2 && lead <= 0xdf:
		need = 1
	case lead >= 0xe0 && lead <= 0xef:
		need = 2
		if lead == 0xe0 {
			low = 0xa0
		} else if lead == 0xed {
			high = 0x9f
		}
	case lead >= 0xf0 && lead <= 0xf4:
		need = 3
		if lead == 0xf0 {
			low = 0x90
		} else if lead == 0xf4 {
			high = 0x8f
		}
	}
	n := 1
	for ; n <= need && n < len(data); n++ {
		if data[n] < low || data[n] > high {
			break
		}
		low, high = 0x80, 0xbf
	}
	return n
}

// encodeText makes bytes of a string. Base64 and hex are read leniently, as
// Node's Buffer does: what is no digit ends hex and is skipped in base64.
func (w *world) encodeText(v goja.Value, encoding string) []byte {
	switch encoding {
	case "latin1":
		return w.units(v, func(out []byte, u uint16) []byte { return append(out, byte(u)) })
	case "utf16le":
		return w.units(v, func(out []byte, u uint16) []byte { return append(out, byte(u), byte(u>>8)) })
	case "base64", "base64url":
		clean := strings.Map(func(r rune) rune {
			switch {
			case r == '-':
				return '+'
			case r == '_':
				return '/'
			case r < utf8.RuneSelf && (r == '+' || r == '/' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'):
				return r
			}
			return -1
		}, before(v.String(), '='))
		if len(clean)%4 == 1 {
			clean = clean[:len(clean)-1]
		}
		data, _ := base64.RawStdEncoding.DecodeString(clean)
		return data
	case "hex":
		s := v.String()
		data := make([]byte, len(s)/2)
		n, _ := hex.Decode(data, []byte(s[:len(s)/2*2]))
		return data[:n]
	}
	return []byte(v.String())
}

// units walks over the UTF-16 code units of a string.
func (w *world) units(v goja.Value, add func(out []byte, u uint16) []byte) []byte {
	s := v.ToString()
	str, ok := s.(goja.String)
	if !ok {
		return []byte(s.String())
	}
	out := make([]byte, 0, str.Length())
	for i := range str.Length() {
		out = add(out, str.CharAt(i))
	}
	return out
}

func before(s string, end byte) string {
	if i := strings.IndexByte(s, end); i >= 0 {
		return s[:i]
	}
	return s
}

// viewBytes are the bytes that an ArrayBuffer, a typed array or a DataView shows,
// not copied; ok is false for anything else.
func viewBytes(v goja.Value) (data []byte, ok bool) {
	o, isObject := v.(*goja.Object)
	if !isObject {
		return nil, false
	}
	if o.ExportType() == bufferType {
		b, isBuffer := o.Export().(goja.ArrayBuffer)
		return b.Bytes(), isBuffer
	}
	buffer, isObject := nonNil(o.Get("buffer")).(*goja.Object)
	if !isObject {
		return nil, false
	}
	if buffer.ExportType() != bufferType {
		return nil, false
	}
	b, _ := buffer.Export().(goja.ArrayBuffer)
	offset, size := nonNil(o.Get("byteOffset")).ToInteger(), nonNil(o.Get("byteLength")).ToInteger()
	all := b.Bytes()
	if offset < 0 || size < 0 || offset > int64(len(all)) || size > int64(len(all))-offset {
		return nil, false
	}
	return all[offset : offset+size], true
}

// newBytes makes a Uint8Array that owns data.
func (w *world) newBytes(data []byte) *goja.Object {
	o, err := w.rt.New(w.prims.uint8Array, w.rt.ToValue(w.rt.NewArrayBuffer(data)))
	if err != nil {
		panic(err)
	}
	return o
}
