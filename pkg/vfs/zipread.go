package vfs

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"
	"unicode/utf8"
)

// errZip: the bytes are no zip that can be read.
var errZip = fmt.Errorf("%w: not a zip, or a damaged one", fs.ErrInvalid)

// zipEntry is one entry of a zip, as its central directory has it.
type zipEntry struct {
	name   string
	flags  uint16
	method uint16
	sum    uint32
	packed int64
	size   int64
	mode   uint32 // 0 if the maker had none
	mtime  int64
	offset int64
	file   []byte // the zip
}

// readZip lists the entries of a zip. It looks at no content yet.
func readZip(data []byte) ([]zipEntry, error) {
	end, err := findZipEnd(data)
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	count := int(le.Uint16(end[10:]))
	size, offset := int64(le.Uint32(end[12:])), int64(le.Uint32(end[16:]))
	if count == 0xffff || offset+size > int64(len(data)) {
		return nil, errZip
	}
	central := data[offset : offset+size]
	entries := make([]zipEntry, 0, min(count, len(central)/zipCentralLen))
	for range count {
		if len(central) < zipCentralLen || le.Uint32(central) != zipCentral {
			return nil, errZip
		}
		nameLen, extraLen, commentLen := int(le.Uint16(central[28:])), int(le.Uint16(central[30:])), int(le.Uint16(central[32:]))
		if len(central) < zipCentralLen+nameLen+extraLen+commentLen {
			return nil, errZip
		}
		z := zipEntry{
			name: string(central[zipCentralLen : zipCentralLen+nameLen]), flags: le.Uint16(central[8:]), method: le.Uint16(central[10:]),
			sum: le.Uint32(central[16:]), packed: int64(le.Uint32(central[20:])), size: int64(le.Uint32(central[24:])),
			mtime: fromDosTime(le.Uint32(central[12:])).UnixNano(), offset: int64(le.Uint32(central[42:])), file: data,
		}
		if central[5] == zipUnix {
			z.mode = le.Uint32(central[38:]) >> 16
		}
		z.readExtra(central[zipCentralLen+nameLen:][:extraLen])
		entries = append(entries, z)
		central = central[zipCentralLen+nameLen+extraLen+commentLen:]
	}
	return entries, nil
}

// findZipEnd finds the record at the end, behind which is only a comment.
func findZipEnd(data []byte) ([]byte, error) {
	for at := len(data) - zipEndLen; at >= 0 && at >= len(data)-zipEndLen-0xffff; at-- {
		if binary.LittleEndian.Uint32(data[at:]) == zipEnd &&
			at+zipEndLen+int(binary.LittleEndian.Uint16(data[at+20:])) == len(data) {
			return data[at:], nil
		}
	}
	return nil, errZip
}

// readExtra takes the time in seconds, where there is one.
func (z *zipEntry) readExtra(extra []byte) {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, size := le.Uint16(extra), int(le.Uint16(extra[2:]))
		extra = extra[4:]
		if size > len(extra) {
			return
		}
		if id == zipTimeExtra && size >= 5 && extra[0]&1 != 0 {
			z.mtime = time.Unix(int64(int32(le.Uint32(extra[1:]))), 0).UnixNano()
		}
		extra = extra[size:]
	}
}

// path is where an entry goes, or why it may not.
func (z *zipEntry) path() (string, error) {
	switch {
	case z.name == "":
		return "", skipped("it has no name")
	case !utf8.ValidString(z.name):
		return "", skipped("its name is not UTF-8")
	case strings.HasPrefix(z.name, "/"), len(z.name) > 1 && z.name[1] == ':':
		return "", skipped("its name is absolute")
	case strings.Contains(z.name, `\`):
		return "", skipped("its name contains a backslash")
	}
	for part := range strings.SplitSeq(z.name, "/") {
		if part == ".." {
			return "", skipped("its name contains ..")
		}
	}
	clean, err := cleanPath(path.Clean(z.name))
	if err != nil {
		return "", skipped("its name is not allowed: " + err.Error())
	}
	if clean == "/" && !strings.HasSuffix(z.name, "/") {
		return "", skipped("it has no name")
	}
	return clean, nil
}

// inflater unpacks one entry after another. Making one costs more than unpacking a
// small file. The zero value is ready.
type inflater struct {
	packed bytes.Reader
	flate  io.ReadCloser
	out    bytes.Buffer
}

// unpack returns what is packed, but no more than limit bytes of it. The result is
// good until the next call.
func (f *inflater) unpack(packed []byte, limit int64) ([]byte, error) {
	f.packed.Reset(packed)
	if f.flate == nil {
		f.flate = flate.NewReader(&f.packed)
	} else if err := f.flate.(flate.Resetter).Reset(&f.packed, nil); err != nil {
		return nil, err
	}
	f.out.Reset()
	_, err := f.out.ReadFrom(io.LimitReader(f.flate, limit))
	return f.out.Bytes(), err
}

// read unpacks the content: never more than the directory said, and only if it
// is what the checksum says. The result is good until the next call with the same
// inflater.
func (z *zipEntry) read(inflate *inflater) ([]byte, error) {
	le := binary.LittleEndian
	switch {
	case z.flags&zipEncrypted != 0:
		return nil, skipped("it is encrypted")
	case z.offset+zipLocalLen > int64(len(z.file)) || le.Uint32(z.file[z.offset:]) != zipLocal:
		return nil, skipped("it is damaged")
	}
	local := z.file[z.offset:]
	start := zipLocalLen + int64(le.Uint16(local[26:])) + int64(le.Uint16(local[28:]))
	if start+z.packed > int64(len(local)) {
		return nil, skipped("it is damaged")
	}
	packed := local[start : start+z.packed]
	var data []byte
	switch z.method {
	case zipStored:
		data = packed
	case zipDeflated:
		// The checksum comes after the fact; the length is held to from the start.
		var err error
		if data, err = inflate.unpack(packed, z.size+1); err != nil {
			return nil, skipped("it is damaged")
		}
	default:
		return nil, skipped(fmt.Sprintf("its compression method %d is unknown", z.method))
	}
	if int64(len(data)) != z.size {
		return nil, skipped("it does not have the size that the archive says")
	}
	if crc32.ChecksumIEEE(data) != z.sum {
		return nil, skipped("it does not match its checksum")
	}
	return data, nil
}
