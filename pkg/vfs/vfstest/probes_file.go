package vfstest

import (
	"io"
	"os"
	"sync"

	"github.com/spf13/afero"
)

const rdwr = os.O_RDWR | os.O_CREATE

func fileProbes() []Probe {
	return []Probe{
		{"read to the end", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abcdef")
			p.open(fs, "/f", os.O_RDONLY, func(f afero.File) {
				for range 3 {
					b := make([]byte, 4)
					n, err := f.Read(b)
					p.note("%q %s", b[:n], Class(err))
				}
				n, err := f.Read(nil)
				p.note("%d %s", n, Class(err))
			})
		}},
		{"read at", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abcdef")
			p.open(fs, "/f", os.O_RDONLY, func(f afero.File) {
				for _, at := range []int64{0, 2, 4, 6, 100} {
					b := make([]byte, 4)
					n, err := f.ReadAt(b, at)
					p.note("at %d %q %s", at, b[:n], Class(err))
				}
				_, err := f.ReadAt(make([]byte, 1), -1)
				p.err("negative", err)
				at, err := f.Seek(0, io.SeekCurrent)
				p.note("offset %d %s", at, Class(err))
			})
		}},
		{"write at leaves the offset", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(f afero.File) {
				_, err := f.WriteString("abc")
				p.err("write", err)
				n, err := f.WriteAt([]byte("XY"), 6)
				p.note("%d %s", n, Class(err))
				_, err = f.WriteAt([]byte("x"), -1)
				p.note("negative failed: %v", err != nil)
				_, err = f.WriteString("d")
				p.err("write", err)
			})
			p.get(fs, "/f")
		}},
		{"write over", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abcdef")
			p.open(fs, "/f", os.O_RDWR, func(f afero.File) {
				n, err := f.WriteString("XY")
				p.note("%d %s", n, Class(err))
				b := make([]byte, 2)
				n, err = f.Read(b)
				p.note("%q %s", b[:n], Class(err))
			})
			p.get(fs, "/f")
		}},
		{"a gap is zeros", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(f afero.File) {
				_, err := f.Seek(3, io.SeekStart)
				p.err("seek", err)
				_, err = f.WriteString("x")
				p.err("write", err)
			})
			p.get(fs, "/f")
		}},
		{"seek alone makes no gap", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(f afero.File) {
				at, err := f.Seek(10, io.SeekEnd)
				p.note("%d %s", at, Class(err))
				n, err := f.Write(nil)
				p.note("%d %s", n, Class(err))
			})
			p.get(fs, "/f")
		}},
		{"seek from everywhere", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abcdef")
			p.open(fs, "/f", os.O_RDONLY, func(f afero.File) {
				for _, s := range []struct {
					off    int64
					whence int
				}{{2, io.SeekStart}, {2, io.SeekCurrent}, {-1, io.SeekEnd}, {4, io.SeekEnd}, {-100, io.SeekCurrent}, {-1, io.SeekStart}, {-7, io.SeekEnd}} {
					at, err := f.Seek(s.off, s.whence)
					p.note("seek %v: %d %s", s, at, Class(err))
				}
				n, err := f.Read(make([]byte, 1))
				p.note("%d %s", n, Class(err))
			})
		}},
		{"seek with a bad whence", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abc")
			p.open(fs, "/f", os.O_RDONLY, func(f afero.File) {
				_, err := f.Seek(0, 42)
				p.err("seek", err)
				n, err := f.Read(make([]byte, 5))
				p.note("%d %s", n, Class(err))
			})
		}},
		{"truncate", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abcdef")
			p.open(fs, "/f", os.O_RDWR, func(f afero.File) {
				p.err("shorter", f.Truncate(3))
				p.get(fs, "/f")
				p.err("longer", f.Truncate(5))
				p.get(fs, "/f")
				p.err("negative", f.Truncate(-1))
				at, err := f.Seek(0, io.SeekCurrent)
				p.note("%d %s", at, Class(err))
			})
		}},
		{"truncate below the offset", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(f afero.File) {
				_, err := f.WriteString("abcdef")
				p.err("write", err)
				p.err("truncate", f.Truncate(2))
				_, err = f.WriteString("x")
				p.err("write", err)
			})
			p.get(fs, "/f")
		}},
		{"two handles see each other", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(one afero.File) {
				p.open(fs, "/f", os.O_RDWR, func(two afero.File) {
					_, err := one.WriteString("abc")
					p.err("write", err)
					data, err := afero.ReadAll(two)
					p.note("%q %s", data, Class(err))
					_, err = two.WriteString("def")
					p.err("write", err)
					data, err = afero.ReadAll(one)
					p.note("%q %s", data, Class(err))
				})
			})
		}},
		{"write in parallel", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(f afero.File) {
				var wg sync.WaitGroup
				for i := range 26 {
					wg.Go(func() { _, _ = f.WriteAt([]byte{byte('a' + i)}, int64(i)) })
				}
				wg.Wait()
			})
			p.get(fs, "/f")
		}},
		{"write nothing", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abc")
			p.open(fs, "/f", os.O_RDWR, func(f afero.File) {
				n, err := f.Write(nil)
				p.note("%d %s", n, Class(err))
				n, err = f.WriteString("")
				p.note("%d %s", n, Class(err))
				p.err("sync", f.Sync())
			})
			p.get(fs, "/f")
		}},
		{"a large file", func(p *Notes, fs afero.Fs) {
			data := make([]byte, 700<<10)
			for i := range data {
				data[i] = byte(i >> 8)
			}
			p.put(fs, "/f", string(data))
			p.open(fs, "/f", os.O_RDWR, func(f afero.File) {
				_, err := f.WriteAt([]byte("here"), 300<<10)
				p.err("write", err)
				b := make([]byte, 8)
				n, err := f.ReadAt(b, 300<<10-2)
				p.note("%q %s", b[:n], Class(err))
			})
			info, err := fs.Stat("/f")
			p.note("%d %s", info.Size(), Class(err))
		}},
		{"files are not directories", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abc")
			p.open(fs, "/f", os.O_RDONLY, func(f afero.File) {
				_, err := f.Readdir(0)
				p.err("readdir", err)
				_, err = f.Readdirnames(1)
				p.err("readdirnames", err)
			})
		}},
	}
}
