package jshost

import (
	"unicode/utf16"
	"unicode/utf8"
)

// decodeUTF8 decodes like TextDecoder: a leading byte order mark is dropped unless
// kept, and every maximal part of a broken sequence becomes one U+FFFD, where Go
// would make one of every byte. With stream, an unfinished sequence at the end is
// left; used says how much was taken.
func decodeUTF8(b []byte, keepBOM, stream bool) (units []uint16, used int, valid bool) {
	valid = true
	used = len(b)
	if !keepBOM && len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF {
		b = b[3:]
	}
	units = make([]uint16, 0, len(b))
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			units = append(units, uint16(b[0]))
			b = b[1:]
			continue
		}
		char, size := utf8.DecodeRune(b)
		if char != utf8.RuneError || size > 1 {
			units = utf16.AppendRune(units, char)
			b = b[size:]
			continue
		}
		part, unfinished := brokenPart(b)
		if unfinished && stream {
			return units, used - len(b), valid
		}
		valid = false
		units = append(units, utf8.RuneError)
		b = b[part:]
	}
	return units, used, valid
}

// brokenPart is the length of the maximal part of an invalid sequence, and whether
// more bytes could have completed it.
func brokenPart(b []byte) (length int, unfinished bool) {
	lower, upper := byte(0x80), byte(0xBF)
	var more int
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		more = 1
	case c >= 0xE0 && c <= 0xEF:
		more = 2
		if c == 0xE0 {
			lower = 0xA0
		} else if c == 0xED {
			upper = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		more = 3
		if c == 0xF0 {
			lower = 0x90
		} else if c == 0xF4 {
			upper = 0x8F
		}
	default:
		return 1, false
	}
	for i := 1; i <= more; i++ {
		if i == len(b) {
			return i, true
		}
		if b[i] < lower || b[i] > upper {
			return i, false
		}
		lower, upper = 0x80, 0xBF
	}
	return more + 1, false
}
