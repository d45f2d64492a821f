package script

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// FileArgs are the arguments of one file operation that crosses from a sandbox
// to the project's files. Contents travel beside them as bytes.
type FileArgs struct {
	Path      string `json:"path"`
	To        string `json:"to,omitempty"`
	Appending bool   `json:"appending,omitempty"`
	Directory bool   `json:"directory,omitempty"`
	Recursive bool   `json:"recursive,omitempty"`
}

// fileReply is what comes back: a failed operation is an answer, not a fault of
// the channel.
type fileReply struct {
	Error *FileError `json:"error,omitempty"`
	Stat  *FileStat  `json:"stat,omitempty"`
	List  []FileStat `json:"list,omitempty"`
}

// The operations, by the names they cross under.
const (
	opRead   = "readFile"
	opWrite  = "writeFile"
	opStat   = "stat"
	opList   = "readDir"
	opMkdir  = "mkdir"
	opRemove = "remove"
	opRename = "rename"
	opCopy   = "copyFile"
)

// RunFiles performs one operation of a script that runs elsewhere: op and args
// as [RemoteFiles] sent them, data the content to write. The answer is JSON and,
// for a read, the content. The error is for faults only: an unknown operation,
// arguments that are no JSON object, or a file system that failed in a way that
// Node has no code for.
func RunFiles(ctx context.Context, fs FileSystem, op string, args json.RawMessage, data []byte) (json.RawMessage, []byte, error) {
	var a FileArgs
	if err := json.Unmarshal(args, &a); err != nil {
		return nil, nil, fmt.Errorf("arguments of %q: %w", op, err)
	}
	var (
		reply   fileReply
		content []byte
		stat    FileStat
		err     error
	)
	switch op {
	case opRead:
		content, err = fs.ReadFile(ctx, a.Path)
	case opWrite:
		err = fs.WriteFile(ctx, a.Path, data, a.Appending)
	case opStat:
		if stat, err = fs.Stat(ctx, a.Path); err == nil {
			reply.Stat = &stat
		}
	case opList:
		reply.List, err = fs.ReadDir(ctx, a.Path)
	case opMkdir:
		err = fs.Mkdir(ctx, a.Path, a.Recursive)
	case opRemove:
		err = fs.Remove(ctx, a.Path, a.Directory, a.Recursive)
	case opRename:
		err = fs.Rename(ctx, a.Path, a.To)
	case opCopy:
		err = fs.CopyFile(ctx, a.Path, a.To)
	default:
		return nil, nil, fmt.Errorf("unknown file operation %q", op)
	}
	if err != nil && !errors.As(err, &reply.Error) {
		return nil, nil, err
	}
	text, err := json.Marshal(reply)
	return text, content, err
}

// RemoteCall carries one operation to where [RunFiles] answers it.
type RemoteCall func(ctx context.Context, op string, args json.RawMessage, data []byte) (json.RawMessage, []byte, error)

// RemoteFiles is a file system whose operations are performed elsewhere.
func RemoteFiles(call RemoteCall) FileSystem { return remoteFiles{call} }

type remoteFiles struct{ call RemoteCall }

func (r remoteFiles) do(ctx context.Context, op string, args FileArgs, data []byte) (fileReply, []byte, error) {
	var reply fileReply
	text, err := json.Marshal(args)
	if err != nil {
		return reply, nil, err
	}
	answer, content, err := r.call(ctx, op, text, data)
	if err != nil {
		return reply, nil, err
	}
	if err := json.Unmarshal(answer, &reply); err != nil {
		return reply, nil, fmt.Errorf("answer to %q: %w", op, err)
	}
	if reply.Error != nil {
		return reply, nil, reply.Error
	}
	return reply, content, nil
}

func (r remoteFiles) ReadFile(ctx context.Context, path string) ([]byte, error) {
	_, content, err := r.do(ctx, opRead, FileArgs{Path: path}, nil)
	return content, err
}

func (r remoteFiles) WriteFile(ctx context.Context, path string, data []byte, appending bool) error {
	_, _, err := r.do(ctx, opWrite, FileArgs{Path: path, Appending: appending}, data)
	return err
}

func (r remoteFiles) Stat(ctx context.Context, path string) (FileStat, error) {
	reply, _, err := r.do(ctx, opStat, FileArgs{Path: path}, nil)
	if err != nil {
		return FileStat{}, err
	}
	if reply.Stat == nil {
		return FileStat{}, fmt.Errorf("answer to %q has no stat", opStat)
	}
	return *reply.Stat, nil
}

func (r remoteFiles) ReadDir(ctx context.Context, path string) ([]FileStat, error) {
	reply, _, err := r.do(ctx, opList, FileArgs{Path: path}, nil)
	return reply.List, err
}

func (r remoteFiles) Mkdir(ctx context.Context, path string, recursive bool) error {
	_, _, err := r.do(ctx, opMkdir, FileArgs{Path: path, Recursive: recursive}, nil)
	return err
}

func (r remoteFiles) Remove(ctx context.Context, path string, directory, recursive bool) error {
	_, _, err := r.do(ctx, opRemove, FileArgs{Path: path, Directory: directory, Recursive: recursive}, nil)
	return err
}

func (r remoteFiles) Rename(ctx context.Context, from, to string) error {
	_, _, err := r.do(ctx, opRename, FileArgs{Path: from, To: to}, nil)
	return err
}

func (r remoteFiles) CopyFile(ctx context.Context, from, to string) error {
	_, _, err := r.do(ctx, opCopy, FileArgs{Path: from, To: to}, nil)
	return err
}
