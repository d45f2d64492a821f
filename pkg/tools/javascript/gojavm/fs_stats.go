package gojavm

import (
	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// The bits of a mode, as Node gives it.
const (
	modeType      = 0o170000
	modeFile      = 0o100644
	modeDirectory = 0o040755
)

func modeOf(stat script.FileStat) int {
	switch {
	case stat.Directory && stat.ReadOnly:
		return modeDirectory &^ 0o222
	case stat.Directory:
		return modeDirectory
	case stat.ReadOnly:
		return modeFile &^ 0o222
	}
	return modeFile
}

// statsProto has the methods of what stat and readdir give; they read the mode.
func (w *world) statsProto() *goja.Object {
	proto := w.rt.NewObject()
	is := func(name string, kind int64) {
		_ = proto.DefineDataProperty(name, w.function(name, func(call goja.FunctionCall) goja.Value {
			mode := nonNil(call.This.ToObject(w.rt).Get("mode")).ToInteger()
			return w.rt.ToValue(kind != 0 && mode&modeType == kind&modeType)
		}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	is("isFile", modeFile)
	is("isDirectory", modeDirectory)
	for _, name := range []string{"isSymbolicLink", "isFIFO", "isSocket", "isBlockDevice", "isCharacterDevice"} {
		is(name, 0)
	}
	return proto
}

// stats is what stat gives.
func (f *scriptFiles) stats(stat script.FileStat) goja.Value {
	rt := f.w.rt
	o := rt.CreateObject(f.statsProto)
	_ = o.Set("size", stat.Size)
	_ = o.Set("mode", modeOf(stat))
	for _, name := range []string{"atime", "mtime", "ctime", "birthtime"} {
		_ = o.Set(name+"Ms", stat.ModifiedMs)
		date, err := rt.New(f.w.prims.date, rt.ToValue(stat.ModifiedMs))
		if err != nil {
			panic(err)
		}
		_ = o.Set(name, date)
	}
	_ = o.Set("readonly", stat.ReadOnly)
	if !stat.Directory {
		_ = o.Set("isBinary", stat.Binary)
		_ = o.Set("mime", stat.Mime)
	}
	return o
}

// dirent is one entry of readdir with withFileTypes.
func (f *scriptFiles) dirent(stat script.FileStat, parent string) goja.Value {
	o := f.w.rt.CreateObject(f.statsProto)
	_ = o.Set("name", stat.Name)
	_ = o.Set("parentPath", parent)
	_ = o.Set("path", parent)
	_ = o.DefineDataProperty("mode", f.w.rt.ToValue(modeOf(stat)), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}
