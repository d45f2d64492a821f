package web

import (
	"context"
	"errors"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// checkTarget refuses paths that other tools look after.
func checkTarget(target string) error {
	clean, err := textview.Rules{MaxBytes: 1024}.Clean(target)
	switch {
	case err != nil:
		return told("Invalid save_to: " + err.Error())
	case clean == "/" || !strings.HasPrefix(target, "/") || strings.HasSuffix(target, "/"):
		return told("Invalid save_to: give an absolute path with a file name, such as /downloads/paper.pdf")
	}
	top, _, _ := strings.Cut(clean[1:], "/")
	if strings.EqualFold(top, "memories") || strings.HasPrefix(top, ".") {
		return told("Invalid save_to: /" + top + " belongs to another tool")
	}
	return nil
}

// save keeps the bytes of an answer as they came.
func (t *tool) save(ctx context.Context, in input, call call, got answer, final address) registry.Result {
	if got.cut {
		return t.fail(in, told("The file is larger than "+megabytes(t.maxBytes)+" and was not saved"))
	}
	clean, _ := textview.Rules{MaxBytes: 1024}.Clean(in.SaveTo) // was checked
	err := t.files.Update(ctx, call.Context.ProjectID, func(fsys afero.Fs) error {
		if err := fsys.MkdirAll(path.Dir(clean), 0o755); err != nil {
			return err
		}
		return afero.WriteFile(fsys, clean, got.body, 0o644)
	})
	switch {
	case errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ENOTDIR):
		return t.fail(in, told("Invalid save_to: "+clean+" cannot be a file: a directory is in its place, or a file in its way"))
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return t.fail(in, told("Storage is full. Delete files first."))
	case err != nil:
		return t.fail(in, told("The file could not be saved. Try again."))
	}
	t.links.add(chatOf(call.Context), final)
	return registry.JSON(savedFile{"saved_file", final.String(), clean, mediaType(got.ContentType), len(got.body), t.now().UTC().Format(time.RFC3339)})
}
