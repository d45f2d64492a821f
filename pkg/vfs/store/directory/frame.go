package directory

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// A frame is magic, number, length, CRC-32 of the content, CRC-32 of all that,
// and the content.
const (
	frameMagic  = "vfl1"
	frameHeader = 4 + 8 + 4 + 4 + 4
	headerSum   = frameHeader - 4
)

func appendFrame(out []byte, number uint64, content []byte) []byte {
	at := len(out)
	out = append(out, frameMagic...)
	out = binary.LittleEndian.AppendUint64(out, number)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(content)))
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(content))
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(out[at:]))
	return append(out, content...)
}

type header struct {
	number uint64
	length int
	sum    uint32
}

func parseHeader(data []byte) (header, bool) {
	if len(data) < frameHeader || string(data[:4]) != frameMagic ||
		crc32.ChecksumIEEE(data[:headerSum]) != binary.LittleEndian.Uint32(data[headerSum:]) {
		return header{}, false
	}
	return header{
		number: binary.LittleEndian.Uint64(data[4:]),
		length: int(binary.LittleEndian.Uint32(data[12:])),
		sum:    binary.LittleEndian.Uint32(data[16:]),
	}, true
}

// readFrames returns the contents of frames numbered from first on, and where
// the last whole one ends. A frame cut short at the end was being written and
// does not count. Damage before the end does not hide what follows: a content
// that is damaged is returned as it is, one that cannot be found as empty, for
// whoever knows its format to reject.
func readFrames(data []byte, first uint64) (contents [][]byte, end int64) {
	at := 0
	for at < len(data) {
		h, ok := parseHeader(data[at:])
		next := first + uint64(len(contents))
		if !ok || h.number != next {
			skip, number := findHeader(data[at:], next)
			if skip < 0 {
				return contents, end
			}
			for ; next < number; next++ {
				contents = append(contents, nil)
			}
			at += skip
			end = int64(at)
			continue
		}
		content := data[at+frameHeader:]
		if h.length > len(content) {
			return contents, end
		}
		content = content[:h.length:h.length]
		if crc32.ChecksumIEEE(content) != h.sum && neverWritten(content) {
			if later, _ := findHeader(data[at:], next+1); later < 0 {
				return contents, end
			}
		}
		contents = append(contents, content)
		at += frameHeader + h.length
		end = int64(at)
	}
	return contents, end
}

// neverWritten recognises the last frame of a log whose length reached the disk
// before its content did.
func neverWritten(content []byte) bool {
	const enough = 8
	tail := content[max(0, len(content)-enough):]
	return len(bytes.Trim(tail, "\x00")) == 0
}

// findHeader looks for the next frame with a number from next on, not absurdly
// far ahead.
func findHeader(data []byte, next uint64) (skip int, number uint64) {
	for skip = 1; skip < len(data); skip++ {
		i := bytes.Index(data[skip:], []byte(frameMagic))
		if i < 0 {
			break
		}
		skip += i
		if h, ok := parseHeader(data[skip:]); ok && h.number >= next && h.number-next < 1<<20 {
			return skip, h.number
		}
	}
	return -1, 0
}
