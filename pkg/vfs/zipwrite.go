package vfs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"time"
)

// The format of a zip. archive/zip would do all this and more, for half the size
// of everything else in this package.
const (
	zipLocal      = 0x04034b50
	zipCentral    = 0x02014b50
	zipEnd        = 0x06054b50
	zipLocalLen   = 30
	zipCentralLen = 46
	zipEndLen     = 22
	zipStored     = 0
	zipDeflated   = 8
	zipUTF8       = 1 << 11
	zipEncrypted  = 1
	zipUnix       = 3 // made by
	zipTimeExtra  = 0x5455
	zipModeType   = 0o170000
	zipModeFile   = 0o100000
	zipModeDir    = 0o040000
	zipModeLink   = 0o120000
	zipDirectory  = 0x10 // MS-DOS attribute
)

// errZipSize: a zip without its 64-bit extension cannot hold that much.
var errZipSize = errors.New("too much for one zip: export parts of it")

// zipWriter makes a zip. The zero value is ready.
type zipWriter struct {
	out     bytes.Buffer
	central []byte
	count   int
	deflate *deflater
}

// add writes an entry; a name that ends in "/" is a directory.
func (z *zipWriter) add(name string, data []byte, mtime int64, mode uint32) {
	body, method := data, uint16(zipStored)
	if len(data) > 0 {
		if z.deflate == nil {
			z.deflate = new(deflater)
		}
		if packed := z.deflate.pack(data); len(packed) < len(data) {
			body, method = packed, zipDeflated
		}
	}
	at := z.out.Len()
	when := time.Unix(0, mtime).UTC()
	le := binary.LittleEndian
	common := le.AppendUint16(nil, 20) // version needed
	common = le.AppendUint16(common, zipUTF8)
	common = le.AppendUint16(common, method)
	common = le.AppendUint32(common, dosTime(when))
	common = le.AppendUint32(common, crc32.ChecksumIEEE(data))
	common = le.AppendUint32(common, uint32(len(body)))
	common = le.AppendUint32(common, uint32(len(data)))
	common = le.AppendUint16(common, uint16(len(name)))
	extra := le.AppendUint16(nil, zipTimeExtra)
	extra = le.AppendUint16(extra, 5)
	extra = append(extra, 1)
	extra = le.AppendUint32(extra, uint32(when.Unix()))
	common = le.AppendUint16(common, uint16(len(extra)))

	z.out.Write(le.AppendUint32(nil, zipLocal))
	z.out.Write(common)
	z.out.WriteString(name)
	z.out.Write(extra)
	z.out.Write(body)

	z.central = le.AppendUint32(z.central, zipCentral)
	z.central = le.AppendUint16(z.central, zipUnix<<8|20)
	z.central = append(z.central, common...)
	z.central = append(z.central, 0, 0, 0, 0, 0, 0) // comment, disk, internal attributes
	attributes := mode << 16
	if mode&zipModeType == zipModeDir {
		attributes |= zipDirectory
	}
	z.central = le.AppendUint32(z.central, attributes)
	z.central = le.AppendUint32(z.central, uint32(at))
	z.central = append(z.central, name...)
	z.central = append(z.central, extra...)
	z.count++
}

// finish returns the zip.
func (z *zipWriter) finish() ([]byte, error) {
	at := z.out.Len()
	if int64(at)+int64(len(z.central)) >= math.MaxUint32 || z.count >= math.MaxUint16 {
		return nil, errZipSize
	}
	le := binary.LittleEndian
	end := le.AppendUint32(nil, zipEnd)
	end = append(end, 0, 0, 0, 0) // disks
	end = le.AppendUint16(end, uint16(z.count))
	end = le.AppendUint16(end, uint16(z.count))
	end = le.AppendUint32(end, uint32(len(z.central)))
	end = le.AppendUint32(end, uint32(at))
	end = append(end, 0, 0) // comment
	z.out.Write(z.central)
	z.out.Write(end)
	return z.out.Bytes(), nil
}

// dosTime is date and time in two seconds' steps, from 1980 on.
func dosTime(t time.Time) uint32 {
	year := min(max(t.Year(), 1980), 2107) - 1980
	date := uint32(year<<9 | int(t.Month())<<5 | t.Day())
	return date<<16 | uint32(t.Hour()<<11|t.Minute()<<5|t.Second()/2)
}

func fromDosTime(v uint32) time.Time {
	date := v >> 16
	return time.Date(int(date>>9)+1980, time.Month(date>>5&15), int(date&31), int(v>>11&31), int(v>>5&63), int(v&31)*2, 0, time.UTC)
}
