package vfstest

import (
	"os"
	"slices"
	"strconv"

	"github.com/spf13/afero"
)

func directoryProbes() []Probe {
	return []Probe{
		{"mkdir", func(p *Notes, fs afero.Fs) {
			p.err("in a missing directory", fs.Mkdir("/no/d", 0o755))
			p.err("new", fs.Mkdir("/d", 0o755))
			p.err("again", fs.Mkdir("/d", 0o755))
			p.put(fs, "/f", "x")
			p.err("over a file", fs.Mkdir("/f", 0o755))
			p.err("below a file", fs.Mkdir("/f/d", 0o755))
			p.tree(fs)
		}},
		{"mkdir the root", func(p *Notes, fs afero.Fs) {
			p.err("mkdir", fs.Mkdir("/", 0o755))
			p.err("mkdir all", fs.MkdirAll("/", 0o755))
		}},
		{"mkdir all", func(p *Notes, fs afero.Fs) {
			p.err("new", fs.MkdirAll("/a/b/c", 0o755))
			p.err("again", fs.MkdirAll("/a/b/c", 0o755))
			p.put(fs, "/a/f", "x")
			p.err("over a file", fs.MkdirAll("/a/f", 0o755))
			p.err("through a file", fs.MkdirAll("/a/f/d/e", 0o755))
			p.tree(fs)
		}},
		{"remove", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d", "/d/e")
			p.put(fs, "/f", "x")
			p.err("missing", fs.Remove("/no"))
			p.err("below a missing one", fs.Remove("/no/no"))
			p.err("below a file", fs.Remove("/f/no"))
			p.err("not empty", fs.Remove("/d"))
			p.err("file", fs.Remove("/f"))
			p.err("empty", fs.Remove("/d/e"))
			p.tree(fs)
		}},
		{"remove all", func(p *Notes, fs afero.Fs) {
			p.err("missing", fs.RemoveAll("/no"))
			p.err("below a missing one", fs.RemoveAll("/no/no"))
			p.err("mkdir", fs.MkdirAll("/a/b", 0o755))
			p.put(fs, "/a/b/f", "x")
			p.put(fs, "/f", "x")
			p.err("tree", fs.RemoveAll("/a"))
			p.err("file", fs.RemoveAll("/f"))
			p.tree(fs)
		}},
		{"remove and make again", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.put(fs, "/d/f", "x")
			p.err("remove", fs.RemoveAll("/d"))
			p.dir(fs, "/d")
			p.tree(fs)
		}},
		{"read a directory", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.open(fs, "/d", os.O_RDONLY, func(f afero.File) {
				_, err := f.Read(make([]byte, 1))
				p.err("read", err)
				_, err = f.ReadAt(make([]byte, 1), 0)
				p.err("read at", err)
				_, err = f.Write([]byte("x"))
				p.err("write", err)
				p.note("truncate failed: %v", f.Truncate(0) != nil)
			})
		}},
		{"list all", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d", "/d/sub")
			for i := range 5 {
				p.put(fs, "/d/f"+strconv.Itoa(i), "x")
			}
			for _, count := range []int{0, -1} {
				p.open(fs, "/d", os.O_RDONLY, func(f afero.File) {
					for range 2 {
						names, err := f.Readdirnames(count)
						slices.Sort(names)
						p.note("%q %s", names, Class(err))
					}
				})
			}
		}},
		{"list in pages", func(p *Notes, fs afero.Fs) {
			for i := range 5 {
				p.put(fs, "/f"+strconv.Itoa(i), "x")
			}
			p.open(fs, "/", os.O_RDONLY, func(f afero.File) {
				total := 0
				for range 4 {
					infos, err := f.Readdir(2)
					total += len(infos)
					p.note("%d %s", len(infos), Class(err))
				}
				p.note("%d", total)
			})
		}},
		{"list in pages while entries go", func(p *Notes, fs afero.Fs) {
			for i := range 6 {
				p.put(fs, "/f"+strconv.Itoa(i), "x")
			}
			p.open(fs, "/", os.O_RDONLY, func(f afero.File) {
				_, err := f.Readdirnames(2)
				p.err("first", err)
				for i := range 6 {
					p.err("remove", fs.Remove("/f"+strconv.Itoa(i)))
				}
				names, err := f.Readdirnames(10)
				p.note("%v %s", len(names), Class(err))
			})
		}},
		{"list an empty directory", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.open(fs, "/d", os.O_RDONLY, func(f afero.File) {
				names, err := f.Readdirnames(0)
				p.note("%d %s", len(names), Class(err))
				names, err = f.Readdirnames(1)
				p.note("%d %s", len(names), Class(err))
			})
		}},
		{"list shows kinds and sizes", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.put(fs, "/f", "abc")
			infos, err := afero.ReadDir(fs, "/")
			p.err("read dir", err)
			for _, info := range infos {
				p.note("%s %v %v", info.Name(), info.IsDir(), info.Mode())
				if !info.IsDir() {
					p.note("%d", info.Size())
				}
			}
		}},
		{"rewind a directory", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "x")
			p.open(fs, "/", os.O_RDONLY, func(f afero.File) {
				for range 2 {
					names, err := f.Readdirnames(0)
					p.note("%q %s", names, Class(err))
					_, err = f.Seek(0, 0)
					p.err("seek", err)
				}
			})
		}},
		{"a removed directory that is open", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.open(fs, "/d", os.O_RDONLY, func(f afero.File) {
				p.err("remove", fs.Remove("/d"))
				names, err := f.Readdirnames(0)
				p.note("%d %s", len(names), Class(err))
			})
		}},
		{"glob and walk", func(p *Notes, fs afero.Fs) {
			p.err("mkdir", fs.MkdirAll("/a/b", 0o755))
			p.put(fs, "/a/x.txt", "1")
			p.put(fs, "/a/b/y.txt", "2")
			p.put(fs, "/a/b/z.md", "3")
			found, err := afero.Glob(fs, "/a/*/*.txt")
			p.note("%q %s", found, Class(err))
			p.tree(fs)
		}},
	}
}
