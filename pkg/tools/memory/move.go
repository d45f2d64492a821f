package memory

import (
	"context"
	"io/fs"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/spf13/afero"
)

func (m memory) delete(ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
	p, err := locate(in.Path)
	if err != nil {
		return registry.Result{}, err
	}
	if p.isRoot() {
		return registry.Result{}, fail(codeProtected, "Cannot delete the /memories directory itself")
	}
	err = m.files.Update(ctx, call.Context.ProjectID, func(fsys afero.Fs) error {
		is, _, err := look(fsys, p)
		if err != nil {
			return err
		}
		if is == nothing {
			return fail(codeNotFound, "Error: The path %s does not exist", p.given)
		}
		return fsys.RemoveAll(p.clean)
	})
	return registry.Text("Successfully deleted " + p.given), err
}

func (m memory) rename(ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
	from, err := locate(in.OldPath)
	if err != nil {
		return registry.Result{}, err
	}
	to, err := locate(in.NewPath)
	if err != nil {
		return registry.Result{}, err
	}
	if from.isRoot() {
		return registry.Result{}, fail(codeProtected, "Cannot rename the /memories directory itself")
	}
	err = m.files.Update(ctx, call.Context.ProjectID, func(fsys afero.Fs) error {
		if err := checkRename(fsys, from, to); err != nil {
			return err
		}
		if err := makeParents(fsys, to); err != nil {
			return err
		}
		return fsys.Rename(from.clean, to.clean)
	})
	return registry.Text("Successfully renamed " + from.given + " to " + to.given), err
}

// checkRename looks at both ends before anything is made.
func checkRename(fsys afero.Fs, from, to place) error {
	target, _, err := look(fsys, to)
	if err != nil {
		return err
	}
	if target != nothing {
		return fail(codeExists, "Error: The destination %s already exists", to.given)
	}
	source, _, err := look(fsys, from)
	switch {
	case err != nil:
		return err
	case source == nothing:
		return fail(codeNotFound, "Error: The path %s does not exist", from.given)
	case strings.HasPrefix(to.clean, from.clean+"/") && source == directory:
		return fail(codeArgument, "Error: Cannot rename %s to %s: a directory cannot be moved into itself.", from.given, to.given)
	case source == directory:
		return checkBelow(fsys, from, to)
	}
	return nil
}

// checkBelow makes sure that what a directory contains can still be reached
// under its new path.
func checkBelow(fsys afero.Fs, from, to place) error {
	return afero.Walk(fsys, from.clean, func(name string, _ fs.FileInfo, err error) error {
		if err != nil {
			return err
		}
		if _, err := pathRules.Clean(to.clean + strings.TrimPrefix(name, from.clean)); err != nil {
			return fail(codePath, "Error: Cannot rename %s to %s: a path in it would be %s.", from.given, to.given, err)
		}
		return nil
	})
}
