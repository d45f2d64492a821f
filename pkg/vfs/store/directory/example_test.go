package directory_test

import (
	"context"
	"fmt"
	"os"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/directory"
	"github.com/spf13/afero"
)

// A native program keeps projects in a directory: the same files, promises and
// history as in the browser.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "projects")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)

	store, err := directory.Open(ctx, dir)
	if err != nil {
		panic(err)
	}
	projects := vfs.NewProjects(store, vfs.Config{})
	defer projects.Close()

	// All or nothing, and on the disk when Update returns.
	err = projects.Update(ctx, "site", func(fs afero.Fs) error {
		if err := fs.MkdirAll("/notes", 0o755); err != nil {
			return err
		}
		return afero.WriteFile(fs, "/notes/plan.md", []byte("# Plan\n"), 0o644)
	})
	if err != nil {
		panic(err)
	}

	files := projects.Volume("site")
	if _, err := files.Write(ctx, "/notes/plan.md", []byte("# Another plan\n")); err != nil {
		panic(err)
	}
	versions, err := files.Versions(ctx, "/notes/plan.md")
	if err != nil {
		panic(err)
	}
	first, err := files.ReadVersion(ctx, "/notes/plan.md", versions[1].Version)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d versions, the first: %s", len(versions), first)
	// Output: 2 versions, the first: # Plan
}
