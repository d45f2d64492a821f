package javascript

import (
	"path"
	"strings"
)

// mimes has the types of the names that scripts meet; the standard library's
// table would read the machine's.
var mimes = map[string]string{
	".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".tsv": "text/tab-separated-values",
	".html": "text/html", ".htm": "text/html", ".css": "text/css", ".xml": "text/xml", ".yaml": "text/yaml", ".yml": "text/yaml",
	".js": "text/javascript", ".mjs": "text/javascript", ".ts": "text/typescript",
	".json": "application/json", ".pdf": "application/pdf", ".zip": "application/zip", ".gz": "application/gzip",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".svg": "image/svg+xml", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".mp4": "video/mp4",
	".xlsx":   "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".docx":   "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".sqlite": "application/vnd.sqlite3", ".wasm": "application/wasm",
}

// mimeOf is the type of a file by its name, or by its content where the name
// says nothing.
func mimeOf(name string, binary bool) string {
	if m := mimes[strings.ToLower(path.Ext(name))]; m != "" {
		return m
	}
	if binary {
		return "application/octet-stream"
	}
	return "text/plain"
}
