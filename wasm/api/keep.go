package api

import (
	"context"
	"strings"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// resultsFolder is where whole results are kept of which the model saw a part.
const resultsFolder = "/.results"

// resultKeeper keeps them in the files of the call's project.
type resultKeeper struct{ files vfs.Files }

var _ registry.ResultKeeper = resultKeeper{}

// KeepResult implements [registry.ResultKeeper].
func (k resultKeeper) KeepResult(ctx context.Context, call registry.Call, content string) (path string, err error) {
	path = resultsFolder + "/" + fileName(call.Tool+"-"+call.ID) + ".txt"
	err = k.files.Update(ctx, call.Context.ProjectID, func(fs afero.Fs) error {
		if err := fs.MkdirAll(resultsFolder, 0o755); err != nil {
			return err
		}
		return afero.WriteFile(fs, path, []byte(content), 0o644)
	})
	return path, err
}

// fileName makes a plain file name of an id, which is the provider's text.
func fileName(id string) string {
	const most = 80
	id = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, id)
	return id[:min(len(id), most)]
}
