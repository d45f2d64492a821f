package memory

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Codes tell a host what went wrong, in a result's data.
const (
	codeNotFound     = "not_found"
	codeExists       = "exists"
	codeIsDirectory  = "is_directory"
	codeNotDirectory = "not_a_directory"
	codeNoMatch      = "no_match"
	codeAmbiguous    = "ambiguous_match"
	codeRange        = "out_of_range"
	codeTooLarge     = "too_large"
	codeFull         = "quota_exceeded"
	codeBinary       = "binary"
	codeOutside      = "outside_root"
	codePath         = "invalid_path"
	codeProtected    = "read_only"
	codeArgument     = "invalid_argument"
	codeStale        = "stale"
	codeCancelled    = "cancelled"
	codeInternal     = "internal"
)

// failure is a refused call: a text for the model and a code for the host.
type failure struct{ code, text string }

func (f *failure) Error() string { return f.text }

func fail(code, format string, args ...any) error {
	return &failure{code, fmt.Sprintf(format, args...)}
}

// failed makes the result of an error. No text of the host, of Go or of the
// storage reaches the model.
func failed(err error) registry.Result {
	var f *failure
	if !errors.As(err, &f) {
		f = translate(err)
	}
	return registry.Result{Content: f.text, IsError: true, Data: map[string]any{"code": f.code}}
}

func translate(err error) *failure {
	is := func(targets ...error) bool {
		for _, target := range targets {
			if errors.Is(err, target) {
				return true
			}
		}
		return false
	}
	switch {
	case is(context.Canceled):
		return &failure{codeCancelled, "Error: The call was cancelled; nothing was changed."}
	case is(context.DeadlineExceeded):
		return &failure{codeCancelled, "Error: The call took too long and was stopped; nothing was changed."}
	case is(vfs.ErrConflict):
		return &failure{codeStale, "Error: The file was changed by somebody else at the same moment; nothing was changed. View it and try again."}
	case is(syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG):
		return &failure{codeFull, "Error: Storage is full; nothing was changed. Delete what is no longer needed first."}
	case is(syscall.EINVAL, syscall.ENAMETOOLONG):
		return &failure{codePath, "Error: The path cannot be stored; nothing was changed. Please provide another path."}
	default:
		return &failure{codeInternal, "Error: The memory could not be read or saved; nothing was changed. Try again."}
	}
}

func notFound(p place) error {
	return fail(codeNotFound, "The path %s does not exist. Please provide a valid path.", p.given)
}

// notAFile is what an edit of something else gets: "Error: The path … does not
// exist" is documented for a missing file and for a directory.
func notAFile(p place, is kind) error {
	switch is {
	case nothing:
		return fail(codeNotFound, "Error: The path %s does not exist. Please provide a valid path.", p.given)
	case directory:
		return fail(codeIsDirectory, "Error: The path %s does not exist as a file: it is a directory. Please provide a valid path.", p.given)
	default:
		return unsupported(p)
	}
}

func unsupported(p place) error { return fail(codeBinary, "Unsupported file type for %s", p.given) }

func notText(p place, binary bool) error {
	if binary {
		return fail(codeBinary, "Unsupported file type for %s: it is not a text file", p.given)
	}
	return fail(codeBinary, "Unsupported file type for %s: it is not a valid UTF-8 text file", p.given)
}
