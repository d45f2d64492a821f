package vfs

import (
	"path"
	"strings"
)

// MimeType is the media type of a file by its name; by whether it is binary where
// the name says nothing.
func MimeType(name string, binary bool) string {
	if t := mimeOf(strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))); t != "" {
		return t
	}
	if binary {
		return "application/octet-stream"
	}
	return "text/plain"
}

func mimeOf(ext string) string {
	switch ext {
	case "txt", "text", "log", "ini", "conf", "env", "toml":
		return "text/plain"
	case "md", "markdown":
		return "text/markdown"
	case "html", "htm":
		return "text/html"
	case "css", "csv", "xml":
		return "text/" + ext
	case "tsv":
		return "text/tab-separated-values"
	case "js", "mjs", "cjs":
		return "text/javascript"
	case "ts", "tsx", "jsx", "py", "go", "rs", "c", "h", "cpp", "java", "rb", "sh", "sql":
		return "text/x-" + ext
	case "json":
		return "application/json"
	case "jsonl", "ndjson":
		return "application/x-ndjson"
	case "yaml", "yml":
		return "application/yaml"
	case "pdf", "zip", "gzip", "wasm":
		return "application/" + ext
	case "gz":
		return "application/gzip"
	case "tar":
		return "application/x-tar"
	case "docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case "xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case "pptx":
		return "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	case "png", "gif", "webp", "avif", "bmp":
		return "image/" + ext
	case "jpg", "jpeg":
		return "image/jpeg"
	case "svg":
		return "image/svg+xml"
	case "ico":
		return "image/x-icon"
	case "mp3":
		return "audio/mpeg"
	case "wav", "ogg", "flac":
		return "audio/" + ext
	case "mp4", "webm":
		return "video/" + ext
	case "ttf", "otf", "woff", "woff2":
		return "font/" + ext
	}
	return ""
}
