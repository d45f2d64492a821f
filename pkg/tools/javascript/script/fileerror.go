package script

// Node's codes for failed file operations.
const (
	CodeNotFound     = "ENOENT"
	CodeExists       = "EEXIST"
	CodeIsDirectory  = "EISDIR"
	CodeNotDirectory = "ENOTDIR"
	CodeNotEmpty     = "ENOTEMPTY"
	CodeInvalid      = "EINVAL"
	CodeReadOnly     = "EROFS"
	CodeNoSpace      = "ENOSPC"
	CodeNameTooLong  = "ENAMETOOLONG"
	CodeFault        = "EIO"
)

// meanings are what Node says about each code, and of which limit it tells.
var meanings = map[string]string{
	CodeNotFound:     "no such file or directory",
	CodeExists:       "file already exists",
	CodeIsDirectory:  "illegal operation on a directory",
	CodeNotDirectory: "not a directory",
	CodeNotEmpty:     "directory not empty",
	CodeInvalid:      "invalid argument",
	CodeReadOnly:     "read-only file system",
	CodeNoSpace:      "no space left on device (the size limit of a file or of the project was passed)",
	CodeNameTooLong:  "name too long",
	CodeFault:        "i/o error",
}

// FileError is a failed file operation with Node's code.
type FileError struct {
	Code    string `json:"code"` // ENOENT, EEXIST, EISDIR, ENOTDIR, ENOTEMPTY, EINVAL, EROFS, ENOSPC
	Syscall string `json:"syscall"`
	Path    string `json:"path"`
	Dest    string `json:"dest,omitempty"`
}

// Error is the message as Node words it.
func (e *FileError) Error() string {
	text := e.Code + ": "
	if m := meanings[e.Code]; m != "" {
		text += m + ", "
	}
	text += e.Syscall + " '" + e.Path + "'"
	if e.Dest != "" {
		text += " -> '" + e.Dest + "'"
	}
	return text
}
