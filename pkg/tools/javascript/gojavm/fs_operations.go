package gojavm

import (
	"errors"
	"path"
	"strings"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// scriptFiles are the operations of fs, as functions that return or throw.
type scriptFiles struct {
	w          *world
	statsProto *goja.Object
}

type operation func(args []goja.Value) goja.Value

func (f *scriptFiles) operations() map[string]operation {
	return map[string]operation{
		"readFile": f.readFile, "writeFile": f.writeFile, "appendFile": f.appendFile,
		"exists": f.exists, "access": f.access, "stat": f.stat, "lstat": f.stat, "realpath": f.realpath,
		"mkdir": f.mkdir, "readdir": f.readdir,
		"unlink": f.unlink, "rm": f.rm, "rmdir": f.rmdir, "rename": f.rename, "copyFile": f.copyFile,
	}
}

// arg is an argument, or undefined.
func arg(args []goja.Value, i int) goja.Value {
	if i < len(args) {
		return nonNil(args[i])
	}
	return goja.Undefined()
}

// option is a member of an options object, or undefined.
func option(options goja.Value, name string) goja.Value {
	if o, ok := options.(*goja.Object); ok {
		return nonNil(o.Get(name))
	}
	return goja.Undefined()
}

// encoding is the encoding that options ask for: a name, or an object that has
// one. None is "".
func (f *scriptFiles) encoding(options goja.Value) string {
	if _, isObject := options.(*goja.Object); isObject {
		options = option(options, "encoding")
	}
	s, ok := text(options)
	if !ok || s == "" || s == "buffer" {
		return ""
	}
	return f.w.encodingOf(s)
}

func (f *scriptFiles) readFile(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	encoding := f.encoding(arg(args, 1))
	data, err := f.w.fs.ReadFile(f.w.ctx, name)
	f.w.fail(err, "")
	if encoding != "" {
		return f.w.decodeText(data, encoding)
	}
	return f.w.newBuffer(data)
}

func (f *scriptFiles) writeFile(args []goja.Value) goja.Value { return f.write(args, "w") }

func (f *scriptFiles) appendFile(args []goja.Value) goja.Value { return f.write(args, "a") }

func (f *scriptFiles) write(args []goja.Value, flag string) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	options := arg(args, 2)
	if s, ok := text(option(options, "flag")); ok {
		flag = s
	}
	data := f.content(arg(args, 1), f.encoding(options))
	if strings.Contains(flag, "x") {
		if _, err := f.w.fs.Stat(f.w.ctx, name); err == nil {
			f.w.fail(&script.FileError{Code: script.CodeExists, Syscall: "open", Path: name}, "")
		}
	}
	f.w.fail(f.w.fs.WriteFile(f.w.ctx, name, data, strings.HasPrefix(flag, "a")), "")
	return goja.Undefined()
}

// content is what to write: text, or the bytes that a view shows.
func (f *scriptFiles) content(v goja.Value, encoding string) []byte {
	if _, ok := text(v); ok {
		if encoding == "" {
			encoding = "utf8"
		}
		return f.w.encodeText(v, encoding)
	}
	if data, ok := viewBytes(v); ok {
		return append([]byte(nil), data...)
	}
	f.w.throw("TypeError", "The \"data\" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received "+
		f.w.inspectTo(v, 1)+". Use JSON.stringify for objects", "code", "ERR_INVALID_ARG_TYPE")
	return nil
}

func (f *scriptFiles) exists(args []goja.Value) goja.Value {
	name, ok := text(arg(args, 0))
	if !ok || name == "" || strings.ContainsRune(name, 0) {
		return f.w.rt.ToValue(false)
	}
	_, err := f.w.fs.Stat(f.w.ctx, path.Clean("/"+name))
	var fe *script.FileError
	if err != nil && !errors.As(err, &fe) {
		f.w.fail(err, "")
	}
	return f.w.rt.ToValue(err == nil)
}

func (f *scriptFiles) access(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	stat, err := f.w.fs.Stat(f.w.ctx, name)
	f.w.fail(err, "access")
	if arg(args, 1).ToInteger()&2 != 0 && stat.ReadOnly {
		f.w.fail(&script.FileError{Code: script.CodeReadOnly, Path: name}, "access")
	}
	return goja.Undefined()
}

func (f *scriptFiles) stat(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	stat, err := f.w.fs.Stat(f.w.ctx, name)
	var fe *script.FileError
	if missing := option(arg(args, 1), "throwIfNoEntry"); errors.As(err, &fe) && fe.Code == script.CodeNotFound &&
		!goja.IsUndefined(missing) && !missing.ToBoolean() {
		return goja.Undefined()
	}
	f.w.fail(err, "")
	return f.stats(stat)
}

func (f *scriptFiles) realpath(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	_, err := f.w.fs.Stat(f.w.ctx, name)
	f.w.fail(err, "realpath")
	return f.w.rt.ToValue(name)
}

func (f *scriptFiles) mkdir(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	f.w.fail(f.w.fs.Mkdir(f.w.ctx, name, option(arg(args, 1), "recursive").ToBoolean()), "")
	return goja.Undefined()
}

func (f *scriptFiles) readdir(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	options := arg(args, 1)
	var items []any
	f.list(name, "", option(options, "recursive").ToBoolean(), option(options, "withFileTypes").ToBoolean(), &items)
	return f.w.rt.NewArray(items...)
}

func (f *scriptFiles) list(dir, below string, recursive, types bool, items *[]any) {
	list, err := f.w.fs.ReadDir(f.w.ctx, path.Join(dir, below))
	f.w.fail(err, "scandir")
	for _, stat := range list {
		name := path.Join(below, stat.Name)
		if types {
			*items = append(*items, f.dirent(stat, path.Join(dir, below)))
		} else {
			*items = append(*items, name)
		}
		if recursive && stat.Directory {
			f.list(dir, name, recursive, types, items)
		}
	}
}

func (f *scriptFiles) unlink(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	f.w.fail(f.w.fs.Remove(f.w.ctx, name, false, false), "unlink")
	return goja.Undefined()
}

func (f *scriptFiles) rmdir(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	f.w.fail(f.w.fs.Remove(f.w.ctx, name, true, option(arg(args, 1), "recursive").ToBoolean()), "rmdir")
	return goja.Undefined()
}

func (f *scriptFiles) rm(args []goja.Value) goja.Value {
	name := f.w.pathArg(arg(args, 0), "path")
	recursive, force := option(arg(args, 1), "recursive").ToBoolean(), option(arg(args, 1), "force").ToBoolean()
	stat, err := f.w.fs.Stat(f.w.ctx, name)
	var fe *script.FileError
	if force && errors.As(err, &fe) && fe.Code == script.CodeNotFound {
		return goja.Undefined()
	}
	f.w.fail(err, "rm")
	if stat.Directory && !recursive {
		f.w.throw("Error", "Path is a directory: rm returned EISDIR (is a directory) "+name, "code", "ERR_FS_EISDIR", "errno", errnos[script.CodeIsDirectory],
			"syscall", "rm", "path", name)
	}
	f.w.fail(f.w.fs.Remove(f.w.ctx, name, stat.Directory, stat.Directory), "rm")
	return goja.Undefined()
}

func (f *scriptFiles) rename(args []goja.Value) goja.Value {
	from, to := f.w.pathArg(arg(args, 0), "oldPath"), f.w.pathArg(arg(args, 1), "newPath")
	f.w.fail(f.w.fs.Rename(f.w.ctx, from, to), "")
	return goja.Undefined()
}

func (f *scriptFiles) copyFile(args []goja.Value) goja.Value {
	from, to := f.w.pathArg(arg(args, 0), "src"), f.w.pathArg(arg(args, 1), "dest")
	if arg(args, 2).ToInteger()&1 != 0 {
		if _, err := f.w.fs.Stat(f.w.ctx, to); err == nil {
			f.w.fail(&script.FileError{Code: script.CodeExists, Syscall: "copyfile", Path: from, Dest: to}, "")
		}
	}
	f.w.fail(f.w.fs.CopyFile(f.w.ctx, from, to), "")
	return goja.Undefined()
}
