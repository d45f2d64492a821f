package vfstest

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/afero"
)

func infoProbes() []Probe {
	return []Probe{
		{"stat", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.put(fs, "/d/f", "abc")
			for _, name := range []string{"/d", "/d/f"} {
				info, err := fs.Stat(name)
				p.note("%s %v %v %s", info.Name(), info.IsDir(), info.Mode(), Class(err))
			}
			_, err := fs.Stat("/no")
			p.err("missing", err)
			_, err = fs.Stat("/d/f/x")
			p.err("below a file", err)
		}},
		{"info is a snapshot", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "abc")
			info, err := fs.Stat("/f")
			p.err("stat", err)
			p.put(fs, "/f", "abcdef")
			p.note("%d", info.Size())
		}},
		{"stat of a handle", func(p *Notes, fs afero.Fs) {
			p.open(fs, "/f", rdwr, func(f afero.File) {
				_, err := f.WriteString("abc")
				p.err("write", err)
				info, err := f.Stat()
				p.note("%s %d %s", info.Name(), info.Size(), Class(err))
			})
		}},
		{"modes", func(p *Notes, fs afero.Fs) {
			for _, perm := range []os.FileMode{0o666, 0o600, 0o777, 0o444} {
				f, err := fs.OpenFile("/f", rdwr, perm)
				p.err("open", err)
				_ = f.Close()
				info, err := fs.Stat("/f")
				p.note("%v %s", info.Mode(), Class(err))
				p.err("remove", fs.Remove("/f"))
			}
			p.err("mkdir", fs.Mkdir("/d", 0o777))
			info, err := fs.Stat("/d")
			p.note("%v %s", info.Mode(), Class(err))
		}},
		{"chmod", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "x")
			p.dir(fs, "/d")
			p.err("missing", fs.Chmod("/no", 0o600))
			p.err("file", fs.Chmod("/f", 0o751))
			p.err("directory", fs.Chmod("/d", 0o700))
			for _, name := range []string{"/f", "/d"} {
				info, err := fs.Stat(name)
				p.note("%v %s", info.Mode(), Class(err))
			}
		}},
		{"a file without write permission, for one who may do everything", func(p *Notes, fs afero.Fs) {
			if os.Getuid() != 0 {
				return
			}
			p.put(fs, "/f", "x")
			p.err("chmod", fs.Chmod("/f", 0o444))
			p.put(fs, "/f", "y")
			p.get(fs, "/f")
		}},
		{"chtimes", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "x")
			when := time.Date(2020, 2, 3, 4, 5, 6, 123456789, time.UTC)
			p.err("chtimes", fs.Chtimes("/f", when, when))
			p.err("missing", fs.Chtimes("/no", when, when))
			info, err := fs.Stat("/f")
			p.note("%v %s", info.ModTime().UTC(), Class(err))
			p.open(fs, "/f", os.O_RDWR, func(afero.File) {})
			info, err = fs.Stat("/f")
			p.note("%v %s", info.ModTime().UTC(), Class(err))
		}},
		{"times move", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
			moved := func(name string) bool {
				info, err := fs.Stat(name)
				if err != nil {
					return false
				}
				_ = fs.Chtimes(name, old, old)
				return !info.ModTime().Equal(old)
			}
			p.put(fs, "/d/f", "x")
			p.note("created: %v %v", moved("/d"), moved("/d/f"))
			p.open(fs, "/d/f", os.O_RDWR, func(f afero.File) {
				p.note("opened: %v", moved("/d/f"))
				_, err := f.WriteString("y")
				p.note("written: %v %v %s", moved("/d"), moved("/d/f"), Class(err))
			})
			p.note("closed: %v", moved("/d/f"))
			p.err("rename", fs.Rename("/d/f", "/d/g"))
			p.note("renamed: %v %v", moved("/d"), moved("/d/g"))
			p.err("remove", fs.Remove("/d/g"))
			p.note("removed: %v", moved("/d"))
		}},
		{"one file has many spellings", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d")
			p.put(fs, "d/f", "x")
			for _, name := range []string{"/d/f", "d/f", "./d/f", "//d//f", "/d/./f", "/d/../d/f"} {
				p.get(fs, name)
			}
			info, err := fs.Stat("/d/")
			p.note("%s %v %s", info.Name(), info.IsDir(), Class(err))
		}},
		{"odd names", func(p *Notes, fs afero.Fs) {
			for _, name := range []string{"constructor", "__proto__", "toString", "a b", ".hidden", "…", "😀", "日本", strings.Repeat("n", 255), "trailing.", "-rf", "%2e%2e", "a:b", "con"} {
				p.put(fs, "/"+name, name)
			}
			p.tree(fs)
		}},
		{"names that are too long", func(p *Notes, fs afero.Fs) {
			_, err := fs.Create("/" + strings.Repeat("n", 256))
			p.err("create", err)
			_, err = fs.Stat("/" + strings.Repeat("n", 256))
			p.err("stat", err)
			p.err("mkdir", fs.Mkdir("/"+strings.Repeat("n", 256), 0o755))
		}},
		{"a NUL in a name", func(p *Notes, fs afero.Fs) {
			_, err := fs.Create("/a\x00b")
			p.err("create", err)
			_, err = fs.Stat("/a\x00b")
			p.err("stat", err)
		}},
		{"chown", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "x")
			p.err("missing", fs.Chown("/no", os.Getuid(), os.Getgid()))
			p.err("chown", fs.Chown("/f", os.Getuid(), os.Getgid()))
		}},
	}
}
