//go:build linux || darwin

package jshost

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/sys/unix"
)

// installOS gives the realm the objects fs, process and path of Node, as far as Go
// programs use them, over the operating system.
func (r *realm) installOS() error {
	constants := map[string]any{
		"O_WRONLY": syscall.O_WRONLY, "O_RDWR": syscall.O_RDWR, "O_CREAT": syscall.O_CREAT, "O_TRUNC": syscall.O_TRUNC,
		"O_APPEND": syscall.O_APPEND, "O_EXCL": syscall.O_EXCL, "O_DIRECTORY": syscall.O_DIRECTORY,
	}
	fs := r.vm.NewObject()
	if err := fs.Set("constants", r.toJS(constants)); err != nil {
		return err
	}
	for name, f := range r.fileCalls() {
		if err := fs.Set(name, r.withCallback(f)); err != nil {
			return err
		}
	}
	// Go's runtime writes its last words by this one.
	if err := fs.Set("writeSync", func(call goja.FunctionCall) goja.Value {
		n, err := writeAll(integer(call.Arguments, 0), r.mustBytes(call.Argument(1)))
		if err != nil {
			panic(r.errnoError(err))
		}
		return r.vm.ToValue(n)
	}); err != nil {
		return err
	}
	global := r.vm.GlobalObject()
	if err := global.Set("fs", fs); err != nil {
		return err
	}
	if err := global.Set("process", r.process()); err != nil {
		return err
	}
	path := r.vm.NewObject()
	if err := path.Set("resolve", func(call goja.FunctionCall) goja.Value {
		resolved, _ := os.Getwd()
		for _, part := range call.Arguments {
			if text := part.String(); filepath.IsAbs(text) {
				resolved = filepath.Clean(text)
			} else {
				resolved = filepath.Join(resolved, text)
			}
		}
		return r.vm.ToValue(resolved)
	}); err != nil {
		return err
	}
	return global.Set("path", path)
}

// fileCall is one function of fs without its callback.
type fileCall func(args []goja.Value) (any, error)

// withCallback makes the function asynchronous, as in Node: its callback is a task.
// A synchronous one would run within the goroutine that waits for it.
func (r *realm) withCallback(f fileCall) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		last := len(call.Arguments) - 1
		if last < 0 {
			panic(r.vm.NewTypeError("a callback is needed"))
		}
		callback := call.Arguments[last]
		result, err := f(call.Arguments[:last])
		r.loop.post(func() {
			if err != nil {
				r.run(callback, r.errnoError(err))
				return
			}
			r.run(callback, goja.Null(), r.toJS(result))
		})
		return goja.Undefined()
	}
}

// errnoError is an Error with the code of an errno, by which syscall/js knows it.
func (r *realm) errnoError(err error) goja.Value {
	code := "EIO"
	var errno syscall.Errno
	if errors.As(err, &errno) {
		code = unix.ErrnoName(errno)
	}
	v, failure := r.hooks.error(goja.Undefined(), r.vm.ToValue("Error"), r.vm.ToValue(code+": "+err.Error()), r.vm.ToValue(code))
	if failure != nil {
		return goja.Null()
	}
	return v
}

func integer(args []goja.Value, at int) int {
	if at >= len(args) {
		return 0
	}
	return int(args[at].ToInteger())
}

func text(args []goja.Value, at int) string {
	if at >= len(args) {
		return ""
	}
	return args[at].String()
}

func none(err error) (any, error) { return nil, err }

// retried repeats a call that a signal interrupted.
func retried(f func() (int, error)) (int, error) {
	for {
		if n, err := f(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}

func writeAll(fd int, b []byte) (int, error) {
	written := 0
	for written < len(b) {
		n, err := retried(func() (int, error) { return syscall.Write(fd, b[written:]) })
		if err != nil {
			return written, err
		}
		written += n
	}
	return written, nil
}

// part is the piece of the buffer that a read or write is about, and the position
// in the file, or -1 for the current one.
func (r *realm) part(args []goja.Value) (b []byte, position int64, err error) {
	if len(args) < 5 {
		return nil, 0, syscall.EINVAL
	}
	whole, ok := r.bytesOf(args[1])
	from, length := integer(args, 2), integer(args, 3)
	if !ok || from < 0 || length < 0 || from+length > len(whole) {
		return nil, 0, syscall.EINVAL
	}
	position = -1
	if goja.IsNumber(args[4]) {
		position = args[4].ToInteger()
	}
	return whole[from : from+length], position, nil
}

func (r *realm) fileCalls() map[string]fileCall {
	return map[string]fileCall{
		"open": func(a []goja.Value) (any, error) {
			fd, err := retried(func() (int, error) {
				return syscall.Open(text(a, 0), integer(a, 1)|syscall.O_CLOEXEC, uint32(integer(a, 2)))
			})
			return fd, err
		},
		"close": func(a []goja.Value) (any, error) { return none(syscall.Close(integer(a, 0))) },
		"read": func(a []goja.Value) (any, error) {
			b, position, err := r.part(a)
			if err != nil {
				return nil, err
			}
			n, err := retried(func() (int, error) {
				if position >= 0 {
					return syscall.Pread(integer(a, 0), b, position)
				}
				return syscall.Read(integer(a, 0), b)
			})
			return n, err
		},
		"write": func(a []goja.Value) (any, error) {
			b, position, err := r.part(a)
			if err != nil {
				return nil, err
			}
			if position < 0 {
				return writeAll(integer(a, 0), b)
			}
			n, err := retried(func() (int, error) { return syscall.Pwrite(integer(a, 0), b, position) })
			return n, err
		},
		"fsync": func(a []goja.Value) (any, error) { return none(syscall.Fsync(integer(a, 0))) },
		"stat": func(a []goja.Value) (any, error) {
			var st syscall.Stat_t
			return r.stats(&st, syscall.Stat(text(a, 0), &st))
		},
		"lstat": func(a []goja.Value) (any, error) {
			var st syscall.Stat_t
			return r.stats(&st, syscall.Lstat(text(a, 0), &st))
		},
		"fstat": func(a []goja.Value) (any, error) {
			var st syscall.Stat_t
			return r.stats(&st, syscall.Fstat(integer(a, 0), &st))
		},
		"readdir": func(a []goja.Value) (any, error) {
			entries, err := os.ReadDir(text(a, 0))
			names := make([]any, len(entries))
			for n, entry := range entries {
				names[n] = entry.Name()
			}
			return names, err
		},
		"mkdir":     func(a []goja.Value) (any, error) { return none(syscall.Mkdir(text(a, 0), uint32(integer(a, 1)))) },
		"rmdir":     func(a []goja.Value) (any, error) { return none(syscall.Rmdir(text(a, 0))) },
		"unlink":    func(a []goja.Value) (any, error) { return none(syscall.Unlink(text(a, 0))) },
		"rename":    func(a []goja.Value) (any, error) { return none(syscall.Rename(text(a, 0), text(a, 1))) },
		"link":      func(a []goja.Value) (any, error) { return none(syscall.Link(text(a, 0), text(a, 1))) },
		"symlink":   func(a []goja.Value) (any, error) { return none(syscall.Symlink(text(a, 0), text(a, 1))) },
		"readlink":  func(a []goja.Value) (any, error) { return os.Readlink(text(a, 0)) },
		"truncate":  func(a []goja.Value) (any, error) { return none(syscall.Truncate(text(a, 0), int64(integer(a, 1)))) },
		"ftruncate": func(a []goja.Value) (any, error) { return none(syscall.Ftruncate(integer(a, 0), int64(integer(a, 1)))) },
		"chmod":     func(a []goja.Value) (any, error) { return none(syscall.Chmod(text(a, 0), uint32(integer(a, 1)))) },
		"fchmod":    func(a []goja.Value) (any, error) { return none(syscall.Fchmod(integer(a, 0), uint32(integer(a, 1)))) },
		"chown": func(a []goja.Value) (any, error) {
			return none(syscall.Chown(text(a, 0), integer(a, 1), integer(a, 2)))
		},
		"lchown": func(a []goja.Value) (any, error) {
			return none(syscall.Lchown(text(a, 0), integer(a, 1), integer(a, 2)))
		},
		"fchown": func(a []goja.Value) (any, error) {
			return none(syscall.Fchown(integer(a, 0), integer(a, 1), integer(a, 2)))
		},
		"utimes": func(a []goja.Value) (any, error) {
			seconds := func(at int) syscall.Timespec {
				return syscall.NsecToTimespec(int64(a[at].ToFloat() * float64(time.Second)))
			}
			return none(syscall.UtimesNano(text(a, 0), []syscall.Timespec{seconds(1), seconds(2)}))
		},
	}
}

// stats is Node's Stats of a file.
func (r *realm) stats(st *syscall.Stat_t, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	accessed, modified, changed := statTimes(st)
	milliseconds := func(t syscall.Timespec) float64 { return float64(t.Nano()) / 1e6 }
	object := r.toJS(map[string]any{
		"dev": float64(st.Dev), "ino": float64(st.Ino), "mode": int64(st.Mode), "nlink": float64(st.Nlink), "uid": int64(st.Uid),
		"gid": int64(st.Gid), "rdev": float64(st.Rdev), "size": st.Size, "blksize": int64(st.Blksize), "blocks": st.Blocks,
		"atimeMs": milliseconds(accessed), "mtimeMs": milliseconds(modified), "ctimeMs": milliseconds(changed),
	}).(*goja.Object)
	isDirectory := st.Mode&syscall.S_IFMT == syscall.S_IFDIR
	if err := object.Set("isDirectory", func(goja.FunctionCall) goja.Value { return r.vm.ToValue(isDirectory) }); err != nil {
		return nil, err
	}
	return object, nil
}

func (r *realm) process() *goja.Object {
	process := r.vm.NewObject()
	set := func(name string, f func(call goja.FunctionCall) any) {
		_ = process.Set(name, func(call goja.FunctionCall) goja.Value { return r.toJS(f(call)) })
	}
	_ = process.Set("pid", os.Getpid())
	_ = process.Set("ppid", os.Getppid())
	set("getuid", func(goja.FunctionCall) any { return os.Getuid() })
	set("getgid", func(goja.FunctionCall) any { return os.Getgid() })
	set("geteuid", func(goja.FunctionCall) any { return os.Geteuid() })
	set("getegid", func(goja.FunctionCall) any { return os.Getegid() })
	set("getgroups", func(goja.FunctionCall) any {
		groups, _ := os.Getgroups()
		list := make([]any, len(groups))
		for n, group := range groups {
			list[n] = group
		}
		return list
	})
	set("umask", func(call goja.FunctionCall) any { return syscall.Umask(integer(call.Arguments, 0)) })
	set("cwd", func(goja.FunctionCall) any {
		dir, err := os.Getwd()
		if err != nil {
			panic(r.errnoError(err))
		}
		return dir
	})
	set("chdir", func(call goja.FunctionCall) any {
		if err := os.Chdir(text(call.Arguments, 0)); err != nil {
			panic(r.errnoError(err))
		}
		return goja.Undefined()
	})
	return process
}
