package textview_test

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"path"
	"testing"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func tree(t testing.TB, files map[string]int) afero.Fs {
	t.Helper()
	fsys := afero.NewMemMapFs()
	require.NoError(t, fsys.MkdirAll("/", 0o755))
	for name, size := range files {
		require.NoError(t, fsys.MkdirAll(path.Dir(name), 0o755))
		require.NoError(t, afero.WriteFile(fsys, name, make([]byte, size), 0o644))
	}
	return fsys
}

func rows(t *testing.T, fsys afero.Fs, dir string, o textview.ListOptions) string {
	t.Helper()
	l, err := textview.List(t.Context(), fsys, dir, o)
	require.NoError(t, err)
	text, shown := l.Rows(0)
	assert.Equal(t, len(l.Entries), shown)
	return text
}

var sample = map[string]int{
	"/m/b.txt": 340, "/m/B.txt": 1, "/m/é.txt": 0, "/m/.hidden": 7,
	"/m/node_modules/x.js": 100,
	"/m/sub/deep/far/a":    1024, "/m/sub/a.txt": 1024,
}

func TestListing(t *testing.T) {
	fsys := tree(t, sample)
	assert.Equal(t, "2.4K\t/m\n1B\t/m/B.txt\n340B\t/m/b.txt\n2K\t/m/sub/\n1K\t/m/sub/a.txt\n1K\t/m/sub/deep/\n0B\t/m/é.txt",
		rows(t, fsys, "/m", textview.ListOptions{}))
	assert.Equal(t, "2.4K\t/m\n1B\t/m/B.txt\n340B\t/m/b.txt\n2K\t/m/sub/\n0B\t/m/é.txt",
		rows(t, fsys, "/m", textview.ListOptions{Depth: 1}))
	assert.Contains(t, rows(t, fsys, "/m", textview.ListOptions{Hidden: true}),
		"\n7B\t/m/.hidden\n1B\t/m/B.txt\n340B\t/m/b.txt\n100B\t/m/node_modules/\n100B\t/m/node_modules/x.js\n")
	assert.Equal(t, "2.4K\t/\n2.4K\t/m/", rows(t, fsys, "/", textview.ListOptions{Depth: 1}))
	assert.Equal(t, "2.4K\t/m\n2K\t/m/sub/\n1K\t/m/sub/a.txt\n1K\t/m/sub/deep/\n340B\t/m/b.txt\n1B\t/m/B.txt\n0B\t/m/é.txt",
		rows(t, fsys, "/m", textview.ListOptions{Order: textview.BySize}))
	assert.Equal(t, "2.4K\t/m\n1B\t/m/B.txt\n340B\t/m/b.txt\n0B\t/m/é.txt", rows(t, fsys, "/m", textview.ListOptions{
		Skip: func(p string, _ fs.FileInfo) bool { return p == "/m/sub" },
	}))
	assert.Equal(t, "340B\t/m/b.txt", rows(t, fsys, "/m/b.txt", textview.ListOptions{}))
}

func TestListingByTime(t *testing.T) {
	fsys := tree(t, map[string]int{"/a": 1, "/b": 1, "/c": 1})
	for i, name := range []string{"/b", "/c", "/a"} {
		when := time.Unix(int64(1000-i), 0)
		require.NoError(t, fsys.Chtimes(name, when, when))
	}
	assert.Equal(t, "3B\t/\n1B\t/b\n1B\t/c\n1B\t/a", rows(t, fsys, "/", textview.ListOptions{Order: textview.ByModified}))
}

func TestListingPages(t *testing.T) {
	files := map[string]int{}
	for i := range 23 {
		files[fmt.Sprintf("/d/%02d", i)] = i
	}
	fsys := tree(t, files)
	seen := 0
	for offset := 0; ; {
		l, err := textview.List(t.Context(), fsys, "/d", textview.ListOptions{Offset: offset, Limit: 10})
		require.NoError(t, err)
		assert.Equal(t, 23, l.Total)
		for _, e := range l.Entries {
			assert.Equal(t, fmt.Sprintf("/d/%02d", seen), e.Path)
			seen++
		}
		footer := l.Footer(len(l.Entries), "")
		if seen == 23 {
			assert.Empty(t, footer)
			break
		}
		assert.Equal(t, fmt.Sprintf("[10 of 23 entries shown. Continue with offset %d, or narrow with path or depth.]", seen), footer)
		offset = seen
	}
	l, err := textview.List(t.Context(), fsys, "/d", textview.ListOptions{Offset: 99})
	require.NoError(t, err)
	assert.Empty(t, l.Entries)

	for _, order := range []textview.Order{textview.ByName, textview.BySize, textview.ByModified} {
		for _, page := range [][3]int{{20, 10, 3}, {20, math.MaxInt, 3}, {-5, 2, 2}, {math.MaxInt, 2, 0}, {0, 0, 23}} {
			l, err := textview.List(t.Context(), fsys, "/d", textview.ListOptions{Order: order, Offset: page[0], Limit: page[1]})
			require.NoError(t, err)
			assert.Len(t, l.Entries, page[2], "%s %v", order, page)
			assert.Equal(t, 23, l.Total)
		}
	}

	l, err = textview.List(t.Context(), fsys, "/d", textview.ListOptions{})
	require.NoError(t, err)
	text, shown := l.Rows(30)
	assert.Equal(t, "253B\t/d\n0B\t/d/00\n1B\t/d/01", text)
	assert.Equal(t, 2, shown)
	assert.Equal(t, "[2 of 23 entries shown. View a directory below.]", l.Footer(shown, "View a directory below."))
}

func TestListingEnds(t *testing.T) {
	fsys := tree(t, sample)
	_, err := textview.List(t.Context(), fsys, "/none", textview.ListOptions{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = textview.List(ctx, fsys, "/m", textview.ListOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

// sized offers sizes, and fails when it is asked for what it spares.
type sized struct {
	afero.Fs
	t *testing.T
}

func (s sized) TreeSize(string) (int64, error) { return 4096, nil }

func (s sized) Open(name string) (afero.File, error) {
	assert.NotEqual(s.t, "/m/sub", name, "walked below the levels shown")
	return s.Fs.Open(name)
}

func TestListingAsksForTreeSizes(t *testing.T) {
	fsys := sized{tree(t, sample), t}
	assert.Contains(t, rows(t, fsys, "/m", textview.ListOptions{Depth: 1}), "\n4K\t/m/sub/\n")
}

func TestListingHeader(t *testing.T) {
	assert.Equal(t, "Here're the files and directories up to 2 levels deep in /m/, excluding hidden items and node_modules:",
		textview.ListingHeader("/m/", 0, false))
	assert.Equal(t, "Here're the files and directories up to 3 levels deep in /:", textview.ListingHeader("/", 3, true))
	assert.Equal(t, "Here're the files and directories up to 1 level deep in /:", textview.ListingHeader("/", 1, true))
}
