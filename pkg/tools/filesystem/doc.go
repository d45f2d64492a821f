// Package filesystem is the tool that lets a model read, search and change the
// files of a project: list, read, write, append, edit, insert, glob, grep, move,
// copy, delete, mkdir and stat, one action per call.
//
// A call is one commit: a failed one changes nothing. /memories can be read and
// copied from, and is changed by the memory tool alone. See docs/filesystem.md
// for what the model sees and what is refused.
package filesystem
