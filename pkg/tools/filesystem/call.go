package filesystem

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"syscall"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/spf13/afero"
)

// call is one action under way. It lives as long as the file system it was lent.
type call struct {
	ctx    context.Context
	fs     afero.Fs
	in     input
	action string
	tool   *tool
	where  registry.CallContext

	// after holds what must wait until the changes are durable.
	after []func()
	pause pause
}

// action is what one row of the table does.
type action func(c *call) (outcome, error)

type handler = func(context.Context, input, registry.TypedCall[settings]) (registry.Result, error)

// handler makes the handler of an action. What it changes is one commit.
func (t *tool) handler(info registry.ActionInfo, do action) handler {
	return func(ctx context.Context, in input, rc registry.TypedCall[settings]) (registry.Result, error) {
		if !info.ReadOnly && rc.Options.ReadOnly { // the registry does not let it come here
			return fail(CodeUnsupported, "%s is not available here.", info.Name).result(info.Name, in.Path), nil
		}
		if missing := in.missing(info); len(missing) > 0 {
			return fail(CodeInvalidArgument, "%s.", lacks(info.Name, missing)).result(info.Name, in.Path), nil
		}
		var done outcome
		var failed error
		c := &call{ctx: ctx, in: in, action: info.Name, tool: t, where: rc.Context}
		body := func(fsys afero.Fs) error {
			c.fs, c.after = fsys, nil // a commit that has to be repeated starts again
			done, failed = do(c)
			return failed
		}
		run := t.files.View
		if !info.ReadOnly && !in.DryRun {
			run = t.files.Update
		}
		err := run(ctx, rc.Context.ProjectID, body)
		if failed != nil {
			err = failed
		}
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			err = t.storageFull(ctx, rc.Context.ProjectID, err)
		}
		if err != nil {
			f := asFailure(err)
			if f.code == CodeInternal && info.ReadOnly {
				f = fail(CodeInternal, "The files could not be read. Try again.")
			}
			return f.result(info.Name, in.Path), nil
		}
		for _, then := range c.after {
			then()
		}
		return done.result(info.Name), nil
	}
}

// asFailure turns what a file system or a context says into words for the model.
func asFailure(err error) *failure {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fail(CodeCancelled, "The call was cancelled; nothing was changed.")
	case errors.Is(err, vfs.ErrConflict):
		return fail(CodeStale, "A file was changed by somebody else at the same time; nothing was changed. Read it again before changing it.")
	case errors.Is(err, syscall.EFBIG):
		return fail(CodeTooLarge, "The file would be larger than files may be here. Split it.")
	case errors.Is(err, vfs.ErrCorrupt):
		return fail(CodeUnsupported, "The stored files of this project are damaged, so nothing can be changed. Tell the user to repair them.")
	case errors.Is(err, fs.ErrNotExist):
		return fail(CodeNotFound, "The path does not exist. Please provide a valid path.")
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EINVAL):
		return fail(CodeInvalidPath, "Invalid path: the name cannot be stored.")
	default:
		return fail(CodeInternal, "The file could not be saved. Try again.")
	}
}

// explain adds the path to what the file system says about it.
func (c *call) explain(err error, p place) error {
	var f *failure
	switch {
	case err == nil, errors.As(err, &f), c.ctx.Err() != nil:
		return err
	case errors.Is(err, syscall.ENOTDIR):
		if above, ok := c.fileAbove(p.clean); ok {
			return notADirectory(above)
		}
		return notADirectory(p.given)
	case errors.Is(err, fs.ErrNotExist):
		// Some file systems say so of a path through a file, too.
		if above, ok := c.fileAbove(p.clean); ok {
			return notADirectory(above)
		}
		return notFound(p.given, c.suggest(p.clean))
	case errors.Is(err, syscall.EISDIR):
		return isDirectory(p.given)
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EINVAL):
		return fail(CodeInvalidPath, "Invalid path %s: the name cannot be stored.", p.given)
	case errors.Is(err, syscall.EFBIG):
		return fail(CodeTooLarge, "%s would be larger than files may be here. Split it.", p.given)
	default:
		return err
	}
}

// fileAbove is the file that a path goes through as if it were a directory.
func (c *call) fileAbove(clean string) (string, bool) {
	for dir := path.Dir(clean); dir != "/"; dir = path.Dir(dir) {
		if info, err := c.fs.Stat(dir); err == nil {
			return dir, !info.IsDir()
		}
	}
	return "", false
}

// stat looks at a path that has to exist.
func (c *call) stat(p place) (fs.FileInfo, error) {
	info, err := c.fs.Stat(p.clean)
	if err != nil {
		return nil, c.explain(err, p)
	}
	return info, nil
}

// exists looks at a path that may be missing.
func (c *call) exists(p place) (fs.FileInfo, bool, error) {
	info, err := c.fs.Stat(p.clean)
	switch {
	case err == nil:
		return info, true, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		if above, ok := c.fileAbove(p.clean); ok {
			return nil, false, notADirectory(above)
		}
		return nil, false, nil
	default:
		return nil, false, c.explain(err, p)
	}
}

// pause lets a cancellation through. In a browser everything runs on one
// thread: without a rest now and then the message never arrives.
type pause struct{ last time.Time }

const pauseEvery = 50 * time.Millisecond

// check returns the context's error. It is cheap enough to call per file.
func (c *call) check() error {
	if now := time.Now(); c.pause.last.IsZero() {
		c.pause.last = now
	} else if now.Sub(c.pause.last) > pauseEvery {
		time.Sleep(time.Millisecond)
		c.pause.last = time.Now()
	}
	return c.ctx.Err()
}
