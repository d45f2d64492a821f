package vfs_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/stretchr/testify/assert"
)

func TestMimeType(t *testing.T) {
	for name, want := range map[string]string{
		"/a.md": "text/markdown", "/a.MD": "text/markdown", "/a.csv": "text/csv", "/a.go": "text/x-go", "/a.JPG": "image/jpeg", "/a.woff2": "font/woff2",
		"/a.png": "image/png", "/a.ttf": "font/ttf", "/a.txt": "text/plain", "/a": "text/plain", "/a.": "text/plain", "/a.text/": "text/plain",
		"/a.x=y": "text/plain", "/a.text/plain": "text/plain", "/a. txt": "text/plain", "/.json": "application/json",
	} {
		assert.Equal(t, want, vfs.MimeType(name, false), name)
	}
	assert.Equal(t, "application/octet-stream", vfs.MimeType("/a.unknown", true))
	assert.Equal(t, "image/png", vfs.MimeType("/a.png", true))
}
