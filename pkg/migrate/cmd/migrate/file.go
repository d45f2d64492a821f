package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/clienttools/clienttools/pkg/migrate"
)

// migrateFile migrates one file; it is written only where something changed.
func migrateFile(name string, back, dryRun bool) (migrate.Result, error) {
	document, err := os.ReadFile(name)
	if err != nil {
		return migrate.Result{}, err
	}
	result, err := migrateDocument(document, back)
	if err != nil || !result.Migrated || dryRun {
		return result, err
	}
	return result, replace(name, likeBefore(document, result.Document))
}

func migrateDocument(document []byte, back bool) (migrate.Result, error) {
	document = bytes.TrimPrefix(document, []byte("\ufeff"))
	if !bytes.HasPrefix(bytes.TrimSpace(document), []byte("[")) {
		return migrate.Project(document)
	}
	var agents []struct {
		EnabledTools json.RawMessage `json:"enabled_tools"`
	}
	if json.Unmarshal(document, &agents) == nil {
		for _, agent := range agents {
			if agent.EnabledTools == nil {
				continue
			}
			if back {
				return migrate.Agents(document, migrate.Deconsolidate)
			}
			return migrate.Agents(document, migrate.Consolidate)
		}
	}
	return migrate.Projects(document)
}

// likeBefore gives the new document the indentation and the final newline of
// the one before.
func likeBefore(before, after []byte) []byte {
	formatted := bytes.NewBuffer(nil)
	if indent, multi := indentation(before); !multi || json.Indent(formatted, after, "", indent) != nil {
		formatted = bytes.NewBuffer(after)
	}
	if bytes.HasSuffix(before, []byte("\n")) {
		formatted.WriteByte('\n')
	}
	return formatted.Bytes()
}

// indentation is the white space before the first member on a line of its own.
func indentation(document []byte) (indent string, multi bool) {
	_, rest, multi := strings.Cut(strings.TrimSpace(string(document)), "\n")
	if !multi {
		return "", false
	}
	return rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))], true
}

// replace writes beside the file and renames, so that a crash leaves one of both.
func replace(name string, content []byte) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".migrate-*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(file.Name(), info.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
