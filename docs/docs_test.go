// Package docs_test holds the documents to what they say: a Go snippet stands in
// a test that runs, a link leads somewhere, a make target exists.
package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = ".."

// documents are all Markdown files of the repository.
func documents(t *testing.T) map[string]string {
	texts := map[string]string{}
	walk(t, ".md", func(path, text string) { texts[path] = text })
	require.NotEmpty(t, texts)
	return texts
}

func walk(t *testing.T, ending string, visit func(path, text string)) {
	skip := map[string]bool{"node_modules": true, "dist": true, "build": true, ".build": true, ".git": true, "bin": true}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if skip[entry.Name()] {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ending) {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			visit(path, string(text))
		}
		return nil
	})
	require.NoError(t, err)
}

var (
	goSnippet = regexp.MustCompile("(?s)```go\n(.*?)```")
	link      = regexp.MustCompile(`\]\(([^)#\s]+)`)
	target    = regexp.MustCompile("(?:`|    )make ([a-z-]+)")
)

// TestGoSnippetsRun finds every Go snippet, but for its indentation, in a test of
// the repository, which go test compiles and runs.
func TestGoSnippetsRun(t *testing.T) {
	var tests strings.Builder
	walk(t, "_test.go", func(_, text string) { tests.WriteString(unindented(text)) })
	for path, text := range documents(t) {
		for _, snippet := range goSnippet.FindAllStringSubmatch(text, -1) {
			assert.Contains(t, tests.String(), unindented(snippet[1]), "%s: this snippet is in no test", path)
		}
	}
}

func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}

func TestLinksLeadSomewhere(t *testing.T) {
	for path, text := range documents(t) {
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			assert.FileExists(t, filepath.Join(filepath.Dir(path), found[1]), "linked from %s", path)
		}
	}
}

func TestMakeTargetsExist(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	for _, found := range target.FindAllStringSubmatch(string(readme), -1) {
		assert.Regexp(t, `(?m)^`+found[1]+`:`, string(makefile), "README.md speaks of make %s", found[1])
	}
}
