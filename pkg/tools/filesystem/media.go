package filesystem

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// probe is how much of a content is looked at to tell what it is.
const probe = 8000

// magic tells formats by how their content begins, text formats apart.
var magic = []struct{ at0, mime string }{
	{"\x89PNG\r\n\x1a\n", "image/png"},
	{"\xff\xd8\xff", "image/jpeg"},
	{"GIF87a", "image/gif"},
	{"GIF89a", "image/gif"},
	{"%PDF-", "application/pdf"},
	{"PK\x03\x04", "application/zip"},
	{"PK\x05\x06", "application/zip"},
	{"\x1f\x8b", "application/gzip"},
	{"BZh", "application/x-bzip2"},
	{"\xfd7zXZ\x00", "application/x-xz"},
	{"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"},
	{"Rar!\x1a\x07", "application/vnd.rar"},
	{"\x28\xb5\x2f\xfd", "application/zstd"},
	{"\x00asm", "application/wasm"},
	{"SQLite format 3\x00", "application/vnd.sqlite3"},
	{"\x7fELF", "application/x-elf"},
	{"OggS", "application/ogg"},
	{"ID3", "audio/mpeg"},
	{"fLaC", "audio/flac"},
	{"wOFF", "font/woff"},
	{"wOF2", "font/woff2"},
	{"\x00\x00\x01\x00", "image/x-icon"},
}

// textTypes are the formats of text files, by extension.
var textTypes = map[string]string{
	".md": "text/markdown", ".markdown": "text/markdown", ".html": "text/html", ".htm": "text/html",
	".css": "text/css", ".csv": "text/csv", ".tsv": "text/tab-separated-values",
	".js": "text/javascript", ".mjs": "text/javascript", ".cjs": "text/javascript",
	".json": "application/json", ".xml": "application/xml", ".svg": "image/svg+xml",
	".yaml": "application/yaml", ".yml": "application/yaml", ".toml": "application/toml",
}

// mimeOf names the format of a content, by its first bytes and then by its name.
func mimeOf(name string, head []byte) string {
	raw := isRaw(head)
	for _, m := range magic {
		// Text that begins like a format is text, unless the format may look so.
		if bytes.HasPrefix(head, []byte(m.at0)) && (raw || isImage(m.mime) || m.mime == "application/pdf") {
			return m.mime
		}
	}
	switch {
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "image/webp"
	case len(head) >= 12 && raw && string(head[:4]) == "RIFF" && string(head[8:12]) == "WAVE":
		return "audio/wav"
	case len(head) >= 12 && raw && string(head[4:8]) == "ftyp":
		return "video/mp4"
	case raw:
		return "application/octet-stream"
	}
	if t, ok := textTypes[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	return "text/plain"
}

// isImage reports whether a format is one that models can look at.
func isImage(mime string) bool {
	return mime == "image/png" || mime == "image/jpeg" || mime == "image/gif" || mime == "image/webp"
}

// isBinary reports whether a content that begins with head is not text.
func isBinary(head []byte) bool {
	mime := mimeOf("", head)
	return isRaw(head) || isImage(mime) || mime == "application/pdf"
}

// isRaw reports whether bytes cannot be shown as text: there is a NUL, or
// more than an eighth is no UTF-8. Text in an old encoding stays text.
func isRaw(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return true
	}
	broken := 0
	for i := 0; i < len(head); {
		r, size := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && size == 1 {
			if !utf8.FullRune(head[i:]) {
				break // cut by the probe
			}
			broken++
		}
		i += size
	}
	return broken*8 > len(head)
}
