// Package vfs keeps the files of projects: a conformant afero.Fs per project
// whose every acknowledged change is durable, one commit per call. See
// docs/files.md for what is promised and how it is stored.
package vfs
