package vfs

import (
	"context"
	"errors"
)

// ExportZip returns a zip of a file or a directory; "" means everything. It works
// on a damaged project too, with what can be read.
func (v *Volume) ExportZip(ctx context.Context, name string) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// ImportZip writes the entries of a zip, in one commit. Entries that are unsafe
// or in the way are skipped, with the reason; an error means that nothing was
// written.
func (v *Volume) ImportZip(ctx context.Context, zip []byte, options ImportOptions) (ImportResult, error) {
	return ImportResult{}, errors.ErrUnsupported
}
