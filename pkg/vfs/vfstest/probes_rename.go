package vfstest

import "github.com/spf13/afero"

func renameProbes() []Probe {
	return []Probe{
		{"rename what is missing", func(p *Notes, fs afero.Fs) {
			p.err("rename", fs.Rename("/no", "/f"))
			p.dir(fs, "/d")
			p.err("over a directory", fs.Rename("/no", "/d"))
		}},
		{"rename into a missing directory", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "x")
			p.err("rename", fs.Rename("/f", "/no/f"))
			p.tree(fs)
		}},
		{"rename below a file", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "x")
			p.put(fs, "/g", "x")
			p.err("rename", fs.Rename("/f", "/g/f"))
			p.err("rename", fs.Rename("/g/f", "/h"))
			p.tree(fs)
		}},
		{"rename a file over a file", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "1")
			p.put(fs, "/g", "2")
			p.err("rename", fs.Rename("/f", "/g"))
			p.tree(fs)
		}},
		{"rename a file over a directory", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "1")
			p.dir(fs, "/d")
			p.err("rename", fs.Rename("/f", "/d"))
			p.tree(fs)
		}},
		{"rename a directory over a file", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "1")
			p.dir(fs, "/d")
			p.err("rename", fs.Rename("/d", "/f"))
			p.tree(fs)
		}},
		{"rename a directory over a directory", func(p *Notes, fs afero.Fs) {
			p.dir(fs, "/d", "/e", "/full")
			p.put(fs, "/d/f", "1")
			p.put(fs, "/full/g", "2")
			p.err("over a full one", fs.Rename("/d", "/full"))
			p.err("over an empty one", fs.Rename("/d", "/e"))
			p.tree(fs)
		}},
		{"rename a directory into itself", func(p *Notes, fs afero.Fs) {
			p.err("mkdir", fs.MkdirAll("/d/e", 0o755))
			p.err("child", fs.Rename("/d", "/d/x"))
			p.err("grandchild", fs.Rename("/d", "/d/e/x"))
			p.tree(fs)
		}},
		{"rename to the same name", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "1")
			p.dir(fs, "/d")
			p.err("file", fs.Rename("/f", "/f"))
			p.err("directory", fs.Rename("/d", "/d"))
			p.tree(fs)
		}},
		{"rename moves a subtree", func(p *Notes, fs afero.Fs) {
			p.err("mkdir", fs.MkdirAll("/a/b/c", 0o755))
			p.put(fs, "/a/b/c/f", "1")
			p.put(fs, "/a/g", "2")
			p.dir(fs, "/z")
			p.err("rename", fs.Rename("/a", "/z/y"))
			p.tree(fs)
			p.err("part", fs.Rename("/z/y/b/c", "/c"))
			p.tree(fs)
		}},
		{"rename keeps mode and content", func(p *Notes, fs afero.Fs) {
			p.put(fs, "/f", "1")
			p.err("chmod", fs.Chmod("/f", 0o600))
			p.err("rename", fs.Rename("/f", "/g"))
			info, err := fs.Stat("/g")
			p.note("%v %s", info.Mode(), Class(err))
			p.get(fs, "/g")
		}},
	}
}
