package jshost

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestDecodeUTF8(t *testing.T) {
	for name, c := range map[string]struct {
		in, want     string
		keep, stream bool
		used         int
		invalid      bool
	}{
		"ASCII":                      {in: "abc", want: "abc", used: 3},
		"all lengths":                {in: "é€😀", want: "é€😀", used: 9},
		"BOM":                        {in: "\xef\xbb\xbfa", want: "a", used: 4},
		"BOM kept":                   {in: "\xef\xbb\xbfa", want: "\ufeffa", keep: true, used: 4},
		"one mark per maximal part":  {in: "\xe2\x82a\xf0\x9f\x98", want: "\ufffda\ufffd", used: 6, invalid: true},
		"overlong":                   {in: "\xc0\xaf\xe0\x80", want: "\ufffd\ufffd\ufffd\ufffd", used: 4, invalid: true},
		"surrogate":                  {in: "\xed\xa0\x80", want: "\ufffd\ufffd\ufffd", used: 3, invalid: true},
		"beyond Unicode":             {in: "\xf4\x90\x80\x80", want: "\ufffd\ufffd\ufffd\ufffd", used: 4, invalid: true},
		"continuation alone":         {in: "\x80a", want: "\ufffda", used: 2, invalid: true},
		"stream leaves what is open": {in: "a\xe2\x82", want: "a", stream: true, used: 1},
		"a real replacement":         {in: "\ufffd", want: "\ufffd", used: 3},
	} {
		t.Run(name, func(t *testing.T) {
			units, used, valid := decodeUTF8([]byte(c.in), c.keep, c.stream)
			assert.Equal(t, c.want, string(utf16.Decode(units)))
			assert.Equal(t, c.used, used)
			assert.Equal(t, !c.invalid, valid)
		})
	}
}

func FuzzDecodeUTF8(f *testing.F) {
	for _, seed := range []string{"", "aé€😀", "\xf0\x9f\x98", "\xed\xa0\x80\xff"} {
		f.Add([]byte(seed), 1)
	}
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		units, used, valid := decodeUTF8(b, true, false)
		assert.Equal(t, len(b), used)
		assert.Equal(t, utf8.Valid(b), valid)
		if valid {
			assert.Equal(t, string(b), string(utf16.Decode(units)))
		}
		// In two pieces it gives the same.
		if cut < 0 || cut > len(b) {
			return
		}
		first, used, _ := decodeUTF8(b[:cut], true, true)
		rest, _, _ := decodeUTF8(b[used:], true, false)
		assert.Equal(t, units, append(first, rest...))
	})
}
