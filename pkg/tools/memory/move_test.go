package memory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// spellings of the root, all of them protected.
var spellings = []string{"/memories", "/memories/", "/memories/.", "/memories//", "//memories", "/memories/./", "/memories/a/..", "/memories/a/../."}

func TestDelete(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "a", "/memories/dir/sub/b": "b", "/memories/dir/.hidden": "c", "/memories/keep": "k"})
	for _, given := range spellings {
		assert.Equal(t, "Cannot delete the /memories directory itself", d.refused(remove(given)))
	}
	assert.Equal(t, "Error: The path /memories/none does not exist", d.refused(remove("/memories/none")))
	assert.Equal(t, "Error: The path /memories/a/below does not exist", d.refused(remove("/memories/a/below")))
	assert.Equal(t, "Successfully deleted /memories/a", d.ok(remove("/memories/a")))
	assert.Equal(t, "Successfully deleted /memories/dir/", d.ok(remove("/memories/dir/")))
	assert.Equal(t, map[string]string{"/memories/": "", "/memories/keep": "k"}, d.tree())
}

func TestRename(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "a", "/memories/b": "b", "/memories/dir/sub/c": "c", "/elsewhere": "x"})
	for _, given := range spellings {
		assert.Equal(t, "Cannot rename the /memories directory itself", d.refused(rename(given, "/memories/x")))
		assert.Equal(t, "Error: The destination "+given+" already exists", d.refused(rename("/memories/a", given)))
	}
	assert.Equal(t, "Error: The path /memories/none does not exist", d.refused(rename("/memories/none", "/memories/new/place")))
	for _, there := range []string{"/memories/b", "/memories/dir", "/memories/a"} {
		assert.Equal(t, "Error: The destination "+there+" already exists", d.refused(rename("/memories/a", there)))
	}
	assert.Equal(t, "Error: The destination /memories/b already exists", d.refused(rename("/memories/none", "/memories/b")), "the target is looked at first")
	assert.Equal(t, "Error: Cannot rename /memories/dir to /memories/dir/new/x: a directory cannot be moved into itself.",
		d.refused(rename("/memories/dir", "/memories/dir/new/x")))
	assert.Equal(t, "Error: /memories/b is a file, not a directory. Please provide another path.", d.refused(rename("/memories/a", "/memories/b/new/x")))
	assert.Equal(t, "Path must start with /memories, got: /elsewhere2", d.refused(rename("/memories/a", "/elsewhere2")))
	assert.Equal(t, "Path must start with /memories, got: /elsewhere", d.refused(rename("/elsewhere", "/memories/x")))
	deep := "/memories" + strings.Repeat("/d", 19)
	assert.Contains(t, d.refused(rename("/memories/dir", deep)), "a path in it would be more than 21 levels deep")

	assert.Equal(t, "Successfully renamed /memories/a to /memories/new/place/a", d.ok(rename("/memories/a", "/memories/new/place/a")))
	assert.Equal(t, "Successfully renamed /memories/dir to /memories/directory", d.ok(rename("/memories/dir", "/memories/directory")))
	assert.Equal(t, map[string]string{
		"/memories/": "", "/memories/b": "b", "/memories/new/": "", "/memories/new/place/": "", "/memories/new/place/a": "a",
		"/memories/directory/": "", "/memories/directory/sub/": "", "/memories/directory/sub/c": "c", "/elsewhere": "x",
	}, d.tree())
}
