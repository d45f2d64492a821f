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
	if ext == "" || strings.ContainsAny(ext, " =\n") {
		return ""
	}
	at := strings.Index(mimeTypes, " "+ext+" ")
	if at < 0 {
		return ""
	}
	line := mimeTypes[at:]
	line = line[:strings.IndexByte(line, '\n')]
	return strings.Replace(line[strings.LastIndexByte(line, ' ')+1:], "*", ext, 1)
}

// mimeTypes has endings and, last in each line, their type; in it * is the ending.
const mimeTypes = `
 txt text log ini conf env toml text/plain
 md markdown text/markdown
 html htm text/html
 css csv xml text/*
 tsv text/tab-separated-values
 js mjs cjs text/javascript
 ts tsx jsx py go rs c h cpp java rb sh sql text/x-*
 json application/json
 jsonl ndjson application/x-ndjson
 yaml yml application/yaml
 pdf zip gzip wasm application/*
 gz application/gzip
 tar application/x-tar
 docx application/vnd.openxmlformats-officedocument.wordprocessingml.document
 xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
 pptx application/vnd.openxmlformats-officedocument.presentationml.presentation
 png gif webp avif bmp image/*
 jpg jpeg image/jpeg
 svg image/svg+xml
 ico image/x-icon
 mp3 audio/mpeg
 wav ogg flac audio/*
 mp4 webm video/*
 ttf otf woff woff2 font/*
`
