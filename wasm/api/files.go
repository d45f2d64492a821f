package api

import (
	"context"
	"errors"
	"io/fs"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// ProjectArgs name one project.
type ProjectArgs struct {
	ProjectID string `json:"projectId"`
}

func (p ProjectArgs) check() error { return checkProject("projectId", p.ProjectID) }

// PathArgs name a file or directory of a project.
type PathArgs struct {
	ProjectArgs
	Path string `json:"path"`
}

// ListArgs are the arguments of files.list.
type ListArgs struct {
	ProjectArgs
	// Path is the directory to list; the root where left out.
	Path string `json:"path,omitempty"`
	// Depth is how many levels to list: 1 where left out, everything if negative.
	Depth int `json:"depth,omitempty"`
}

// MoveArgs are the arguments of files.rename and files.copy.
type MoveArgs struct {
	ProjectArgs
	From      string `json:"from"`
	To        string `json:"to"`
	Overwrite bool   `json:"overwrite,omitempty"`
}

// RestoreArgs are the arguments of files.restore.
type RestoreArgs struct {
	ProjectArgs
	ID string `json:"id"`
	// To is where it goes; where it was, if left out.
	To string `json:"to,omitempty"`
}

// PurgeArgs are the arguments of files.purge.
type PurgeArgs struct {
	ProjectArgs
	// ID is one item of the trash; all of them if left out.
	ID string `json:"id,omitempty"`
}

// VersionArgs name one content of a file.
type VersionArgs struct {
	PathArgs
	Version uint64 `json:"version"`
}

// ExportArgs are the arguments of files.exportZip.
type ExportArgs struct {
	ProjectArgs
	// Path is the file or directory; everything if left out.
	Path string `json:"path,omitempty"`
}

// ImportArgs are the arguments of files.importZip; the zip travels as bytes.
type ImportArgs struct {
	ProjectArgs
	// Into is the directory to write to; the root if left out.
	Into      string `json:"into,omitempty"`
	Overwrite bool   `json:"overwrite,omitempty"`
}

func fileMethods() []method {
	return []method{
		plain("projects", (*core).listProjects),
		plain("deleteProject", (*core).deleteProject),
		plain("files.list", (*core).listFiles),
		plain("files.stat", (*core).statFile),
		reading("files.read", (*core).readFile),
		writing("files.write", (*core).writeFile),
		plain("files.mkdir", (*core).mkdir),
		plain("files.rename", (*core).renameFile),
		plain("files.copy", (*core).copyFile),
		plain("files.remove", (*core).removeFile),
		plain("files.trash", (*core).listTrash),
		plain("files.restore", (*core).restoreFile),
		plain("files.purge", (*core).purgeTrash),
		plain("files.versions", (*core).listVersions),
		reading("files.readVersion", (*core).readVersion),
		plain("files.revert", (*core).revertFile),
		reading("files.exportZip", (*core).exportZip),
		writing("files.importZip", (*core).importZip),
		plain("files.usage", (*core).usage),
		plain("files.compact", (*core).compact),
	}
}

func (c *core) listProjects(ctx context.Context, _ NoArgs) ([]vfs.ProjectInfo, error) {
	return c.files.List(ctx)
}

func (c *core) deleteProject(ctx context.Context, args ProjectArgs) (Nothing, error) {
	return nothing, c.files.Delete(ctx, args.ProjectID)
}

func (c *core) listFiles(ctx context.Context, args ListArgs) ([]vfs.FileInfo, error) {
	path := args.Path
	if path == "" {
		path = "/"
	}
	return c.volume(args).List(ctx, path, args.Depth)
}

func (c *core) statFile(ctx context.Context, args PathArgs) (*vfs.FileInfo, error) {
	info, err := c.volume(args).Stat(ctx, args.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &info, err
}

func (c *core) readFile(ctx context.Context, args PathArgs) ([]byte, error) {
	return c.volume(args).Read(ctx, args.Path)
}

func (c *core) writeFile(ctx context.Context, args PathArgs, content []byte) (vfs.FileInfo, error) {
	return c.volume(args).Write(ctx, args.Path, content)
}

func (c *core) mkdir(ctx context.Context, args PathArgs) (Nothing, error) {
	return nothing, c.volume(args).Mkdir(ctx, args.Path)
}

func (c *core) renameFile(ctx context.Context, args MoveArgs) (Nothing, error) {
	return nothing, c.volume(args).Rename(ctx, args.From, args.To, args.Overwrite)
}

func (c *core) copyFile(ctx context.Context, args MoveArgs) (Nothing, error) {
	return nothing, c.volume(args).Copy(ctx, args.From, args.To, args.Overwrite)
}

func (c *core) removeFile(ctx context.Context, args PathArgs) (Nothing, error) {
	return nothing, c.volume(args).Remove(ctx, args.Path)
}

func (c *core) listTrash(ctx context.Context, args ProjectArgs) ([]vfs.TrashItem, error) {
	return c.volume(args).Trash(ctx)
}

func (c *core) restoreFile(ctx context.Context, args RestoreArgs) (string, error) {
	return c.volume(args).Restore(ctx, args.ID, args.To)
}

func (c *core) purgeTrash(ctx context.Context, args PurgeArgs) (Nothing, error) {
	return nothing, c.volume(args).Purge(ctx, args.ID)
}

func (c *core) listVersions(ctx context.Context, args PathArgs) ([]vfs.VersionInfo, error) {
	return c.volume(args).Versions(ctx, args.Path)
}

func (c *core) readVersion(ctx context.Context, args VersionArgs) ([]byte, error) {
	return c.volume(args).ReadVersion(ctx, args.Path, args.Version)
}

func (c *core) revertFile(ctx context.Context, args VersionArgs) (vfs.FileInfo, error) {
	return c.volume(args).Revert(ctx, args.Path, args.Version)
}

func (c *core) exportZip(ctx context.Context, args ExportArgs) ([]byte, error) {
	return c.volume(args).ExportZip(ctx, args.Path)
}

func (c *core) importZip(ctx context.Context, args ImportArgs, zip []byte) (vfs.ImportResult, error) {
	result, err := c.volume(args).ImportZip(ctx, zip, vfs.ImportOptions{Into: args.Into, Overwrite: args.Overwrite})
	if err != nil {
		return result, err
	}
	// Both are arrays for TypeScript, also when there is nothing in them.
	result.Written = append([]string{}, result.Written...)
	result.Skipped = append([]vfs.SkippedFile{}, result.Skipped...)
	return result, nil
}

func (c *core) usage(ctx context.Context, args ProjectArgs) (vfs.Usage, error) {
	return c.volume(args).Usage(ctx)
}

func (c *core) compact(ctx context.Context, args ProjectArgs) (vfs.CompactResult, error) {
	return c.volume(args).Compact(ctx)
}

func (p ProjectArgs) project() string { return p.ProjectID }

// volume is the project that the arguments of a method name.
func (c *core) volume(args interface{ project() string }) *vfs.Volume {
	return c.files.Volume(args.project())
}
