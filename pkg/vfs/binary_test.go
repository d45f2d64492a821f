package vfs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsBinary(t *testing.T) {
	long := strings.Repeat("x", sniffLen-1)
	for name, c := range map[string]struct {
		data string
		want bool
	}{
		"empty": {"", false}, "text": {"hello\r\n\tworld", false}, "UTF-8": {"grüße 😀", false}, "NUL": {"a\x00b", true},
		"Latin-1": {"gr\xfc\xdfe", true}, "a rune cut by the end of the file": {"abc\xf0\x9f", true},
		"a rune cut by the end of what is looked at": {long + "😀", false}, "an invalid byte there": {long + "\xff\xff", true},
		"NUL behind what is looked at": {long + "x\x00", false}, "byte order mark": {"\ufeffabc", false}, "the replacement character": {"\ufffd", false},
	} {
		assert.Equal(t, c.want, isBinary([]byte(c.data)), name)
	}
}
