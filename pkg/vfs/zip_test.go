package vfs_test

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExportedZipIsReadByOthers(t *testing.T) {
	_, v := volume(t, vfs.Config{})
	noise := make([]byte, 400_000)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	put(t, v, "/a/ünï 😀.txt", "hello")
	put(t, v, "/a/big", strings.Repeat("big", 100_000))
	put(t, v, "/noise", string(noise))
	put(t, v, "/empty", "")
	require.NoError(t, v.Mkdir(t.Context(), "/dir/below"))
	data, err := v.ExportZip(t.Context(), "")
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	found := map[string]int{}
	for _, f := range archive.File {
		r, err := f.Open()
		require.NoError(t, err)
		content, err := io.ReadAll(r)
		require.NoError(t, err, "with the checksum")
		found[f.Name] = len(content)
		info, err := v.Stat(t.Context(), strings.TrimSuffix(f.Name, "/"))
		require.NoError(t, err)
		assert.Equal(t, info.ModifiedAt.Unix(), f.Modified.Unix())
		assert.Equal(t, info.Kind == vfs.KindDirectory, f.Mode().IsDir())
	}
	assert.Equal(t, map[string]int{"a/": 0, "a/ünï 😀.txt": 5, "a/big": 300_000, "noise": 400_000, "empty": 0, "dir/": 0, "dir/below/": 0}, found)

	_, other := volume(t, vfs.Config{})
	result, err := other.ImportZip(t.Context(), data, vfs.ImportOptions{})
	require.NoError(t, err)
	assert.Empty(t, result.Skipped)
	assert.Len(t, result.Written, 4)
	assert.Equal(t, dump(t, v), dump(t, other))

	part, err := v.ExportZip(t.Context(), "/a")
	require.NoError(t, err)
	result, err = other.ImportZip(t.Context(), part, vfs.ImportOptions{Into: "/x/y"})
	require.NoError(t, err)
	assert.Equal(t, []string{"/x/y/big", "/x/y/ünï 😀.txt"}, result.Written)
	_, err = v.ExportZip(t.Context(), "/no")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestImportRefusesEntryByEntry(t *testing.T) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	add := func(h *zip.FileHeader, content string) {
		out, err := w.CreateHeader(h)
		require.NoError(t, err)
		_, err = io.WriteString(out, content)
		require.NoError(t, err)
	}
	link := &zip.FileHeader{Name: "link"}
	link.SetMode(fs.ModeSymlink | 0o777)
	pipe := &zip.FileHeader{Name: "pipe"}
	pipe.SetMode(fs.ModeNamedPipe | 0o777)
	raw := func(h *zip.FileHeader, content string) {
		out, err := w.CreateRaw(h)
		require.NoError(t, err)
		_, err = io.WriteString(out, content)
		require.NoError(t, err)
	}
	add(&zip.FileHeader{Name: "good.txt"}, "good")
	for _, name := range []string{"../up", "a/../../up", "/absolute", "C:/windows", `back\slash`, "a\x00b", "new\nline", "\xff\xfe", strings.Repeat("n", 300)} {
		add(&zip.FileHeader{Name: name, NonUTF8: name == "\xff\xfe"}, "bad")
	}
	add(link, "/etc/passwd")
	add(pipe, "")
	add(&zip.FileHeader{Name: "good.txt"}, "twice")
	add(&zip.FileHeader{Name: "dir/file"}, "1")
	add(&zip.FileHeader{Name: "dir/file/below"}, "2")
	add(&zip.FileHeader{Name: "dir"}, "3")
	add(&zip.FileHeader{Name: "there"}, "new")
	add(&zip.FileHeader{Name: "large", Method: zip.Deflate}, strings.Repeat("\x00", 2<<20))
	raw(&zip.FileHeader{Name: "encrypted", Flags: 1}, "")
	raw(&zip.FileHeader{Name: "method", Method: 99}, "")
	raw(&zip.FileHeader{Name: "wrongsum", CRC32: 1, CompressedSize64: 1, UncompressedSize64: 1}, "x")
	// A bomb that says it is small.
	var bomb bytes.Buffer
	bw := zip.NewWriter(&bomb)
	out, err := bw.CreateHeader(&zip.FileHeader{Name: "b", Method: zip.Deflate})
	require.NoError(t, err)
	_, err = out.Write(make([]byte, 1<<20))
	require.NoError(t, err)
	require.NoError(t, bw.Close())
	br, err := zip.NewReader(bytes.NewReader(bomb.Bytes()), int64(bomb.Len()))
	require.NoError(t, err)
	packed, err := br.File[0].OpenRaw()
	require.NoError(t, err)
	body, err := io.ReadAll(packed)
	require.NoError(t, err)
	raw(&zip.FileHeader{Name: "bomb", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(make([]byte, 10)), CompressedSize64: uint64(len(body)), UncompressedSize64: 10}, string(body))
	require.NoError(t, w.Close())

	_, v := volume(t, vfs.Config{Limits: vfs.Limits{FileBytes: 1 << 20}})
	put(t, v, "/there", "old")
	result, err := v.ImportZip(t.Context(), buf.Bytes(), vfs.ImportOptions{})
	require.NoError(t, err)
	assert.Equal(t, []string{"/good.txt", "/dir/file"}, result.Written)
	assert.Equal(t, map[string]string{"/good.txt": "good", "/dir": "directory", "/dir/file": "1", "/there": "old"}, dump(t, v))
	reasons := map[string]string{}
	for _, s := range result.Skipped {
		assert.NotEmpty(t, s.Reason)
		reasons[s.Path] = s.Reason
	}
	assert.Len(t, result.Skipped, 20)
	assert.Equal(t, "its name contains ..", reasons["../up"])
	assert.Equal(t, "it is a link", reasons["link"])
	assert.Equal(t, "it does not have the size that the archive says", reasons["bomb"])
	assert.Equal(t, "a file is there already", reasons["there"])

	result, err = v.ImportZip(t.Context(), buf.Bytes(), vfs.ImportOptions{Overwrite: true})
	require.NoError(t, err)
	assert.Contains(t, result.Written, "/there")
	assert.Equal(t, "new", text(t, v, "/there"))
	_, err = v.ImportZip(t.Context(), []byte("no zip"), vfs.ImportOptions{})
	assert.Error(t, err)
}

func TestImportBeyondTheQuotaWritesNothing(t *testing.T) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, name := range []string{"a", "b"} {
		out, err := w.Create(name)
		require.NoError(t, err)
		_, err = out.Write(make([]byte, 700))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	_, v := volume(t, vfs.Config{Limits: vfs.Limits{ProjectBytes: 1000}})
	_, err := v.ImportZip(t.Context(), buf.Bytes(), vfs.ImportOptions{})
	assert.ErrorIs(t, err, syscall.EDQUOT)
	assert.Empty(t, paths(t, v))
}
