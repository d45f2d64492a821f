package vfstest

import (
	"os"
	"sync"
	"sync/atomic"

	"github.com/spf13/afero"
)

func openProbes() []Probe {
	return []Probe{
		{"create in a missing directory", func(p *Notes, fs afero.Fs) {
			_, err := fs.Create("/no/file")
			p.err("create", err)
			_, err = fs.OpenFile("/no/file", os.O_CREATE|os.O_WRONLY, 0o644)
			p.err("open", err)
			p.tree(fs)
		}},
		{"open what is missing", func(p *Notes, fs afero.Fs) {
			_, err := fs.Open("/no")
			p.err("open", err)
			_, err = fs.OpenFile("/no", os.O_RDWR, 0)
			p.err("open for writing", err)
			_, err = fs.Open("/no/no")
			p.err("open below", err)
		}},
		{"create below a file", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "text")
			_, err := fs.Create("/f/x")
			p.err("create", err)
			_, err = fs.Open("/f/x")
			p.err("open", err)
			_, err = fs.Stat("/f/x/y")
			p.err("stat", err)
			p.tree(fs)
		}},
		{"create over a directory", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			_, err := fs.Create("/d")
			p.err("create", err)
			p.tree(fs)
		}},
		{"open a directory for writing", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			for _, flag := range []int{os.O_RDWR, os.O_WRONLY, os.O_RDONLY | os.O_CREATE, os.O_RDONLY | os.O_TRUNC, os.O_APPEND | os.O_WRONLY} {
				p.open(fs, "/d", flag, func(afero.File) {})
			}
		}},
		{"create keeps what there was when it truncates", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "first")
			p.err("chmod", fs.Chmod("/f", 0o600))
			p.open(fs, "/f", os.O_RDONLY, func(before afero.File) {
				f, err := fs.Create("/f")
				p.err("create", err)
				_, err = f.WriteString("second")
				p.err("write", err)
				p.err("close", f.Close())
				data, err := afero.ReadAll(before)
				p.note("the older handle reads %q %v", data, err)
			})
			info, err := fs.Stat("/f")
			p.note("mode %v %v", info.Mode(), err)
		}},
		{"exclusive", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", os.O_CREATE|os.O_EXCL|os.O_WRONLY, func(afero.File) {})
			p.open(fs, "/f", os.O_CREATE|os.O_EXCL|os.O_WRONLY, func(afero.File) {})
			p.open(fs, "/f", os.O_EXCL|os.O_WRONLY, func(afero.File) {})
			p.dir(fs, "/d")
			p.open(fs, "/d", os.O_CREATE|os.O_EXCL|os.O_WRONLY, func(afero.File) {})
		}},
		{"exclusive, many at once", func(p *Notes, fs afero.Fs) {
			var won atomic.Int32
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					if f, err := fs.OpenFile("/f", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err == nil {
						won.Add(1)
						_ = f.Close()
					}
				})
			}
			wg.Wait()
			p.note("%d won", won.Load())
		}},
		{"truncate on opening", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "text")
			p.open(fs, "/f", os.O_WRONLY|os.O_TRUNC, func(afero.File) {})
			p.get(fs, "/f")
		}},
		{"append at every write", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", os.O_CREATE|os.O_WRONLY|os.O_APPEND, func(one afero.File) {
				p.open(fs, "/f", os.O_WRONLY|os.O_APPEND, func(two afero.File) {
					for _, f := range []afero.File{one, two, one} {
						_, err := f.WriteString("11")
						p.err("write", err)
					}
					_, err := one.Seek(0, 0)
					p.err("seek", err)
					_, err = one.WriteString("22")
					p.err("write", err)
				})
			})
			p.get(fs, "/f")
		}},
		{"WriteAt when appending", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", os.O_CREATE|os.O_WRONLY|os.O_APPEND, func(f afero.File) {
				n, err := f.WriteAt([]byte("x"), 0)
				p.note("%d", n)
				p.note("failed: %v", err != nil)
			})
		}},
		{"write only", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "text")
			p.open(fs, "/f", os.O_WRONLY, func(f afero.File) {
				_, err := f.Read(make([]byte, 1))
				p.err("read", err)
				_, err = f.ReadAt(make([]byte, 1), 0)
				p.err("read at", err)
			})
		}},
		{"read only", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "text")
			for _, flag := range []int{os.O_RDONLY, os.O_RDONLY | os.O_CREATE} {
				p.open(fs, "/f", flag, func(f afero.File) {
					_, err := f.WriteString("x")
					p.err("write", err)
					_, err = f.WriteAt([]byte("x"), 0)
					p.err("write at", err)
					p.err("truncate", f.Truncate(0))
				})
			}
			p.get(fs, "/f")
		}},
		{"open makes an empty file", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", os.O_RDONLY|os.O_CREATE, func(afero.File) {})
			p.tree(fs)
		}},
		{"after closing", func(p *Notes, fs afero.Fs) {
			f, err := fs.Create("/f")
			p.err("create", err)
			p.err("close", f.Close())
			p.err("close again", f.Close())
			_, err = f.Read(make([]byte, 1))
			p.err("read", err)
			_, err = f.ReadAt(make([]byte, 1), 0)
			p.err("read at", err)
			_, err = f.WriteString("x")
			p.err("write", err)
			_, err = f.WriteAt([]byte("x"), 0)
			p.err("write at", err)
			_, err = f.Seek(0, 0)
			p.err("seek", err)
			_, err = f.Stat()
			p.note("stat failed: %v", err != nil)
			p.err("truncate", f.Truncate(0))
			p.err("sync", f.Sync())
			_, err = f.Readdir(0)
			p.note("readdir failed: %v", err != nil)
		}},
		{"a handle survives removal", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "text")
			p.open(fs, "/f", os.O_RDWR, func(f afero.File) {
				p.err("remove", fs.Remove("/f"))
				p.put(fs, "/f", "another")
				_, err := f.WriteAt([]byte("T"), 0)
				p.err("write", err)
				data, err := afero.ReadAll(f)
				p.note("%q %v", data, err)
			})
			p.get(fs, "/f")
		}},
		{"a handle survives renaming", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "text")
			p.open(fs, "/f", os.O_RDWR, func(f afero.File) {
				p.err("rename", fs.Rename("/f", "/g"))
				_, err := f.WriteString("T")
				p.err("write", err)
				p.note("%v", f.Name() != "")
			})
			p.tree(fs)
		}},
	}
}
