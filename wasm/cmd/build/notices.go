package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// linkedModules are the paths of the Go modules that the module links.
func (m module) linkedModules(root, modfile string) ([]string, error) {
	cmd := goTool(root, "list", "-deps", "-modfile="+modfile, "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./wasm/"+m.name)
	cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	output, err := cmd.Output()
	if err != nil {
		return nil, withStderr(err)
	}
	return strings.Fields(string(output)), nil
}

// writeNotices collects the licences of Go and of what the modules link: they
// ask to be there wherever the code is.
func writeNotices(root, modfile, out string) error {
	var paths []string
	for _, m := range modules {
		linked, err := m.linkedModules(root, modfile)
		if err != nil {
			return err
		}
		paths = append(paths, linked...)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)

	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return withStderr(err)
	}
	var notices strings.Builder
	notices.WriteString("The WebAssembly modules and wasm_exec.js contain the following software.\n")
	// Some distributions of Go keep its licence elsewhere.
	if err := addNotice(&notices, "Go", strings.TrimSpace(string(goroot))); err != nil {
		fmt.Fprintf(os.Stderr, "build: warning: %v\n", err)
	}
	// As they were published: the copies that the build trims have no licence beside them.
	args := []string{"list", "-m", "-f", "{{.Path}}\t{{.Version}}\t{{.Dir}}"}
	output, err := goTool(root, append(args, paths...)...).Output()
	if err != nil {
		return withStderr(err)
	}
	for line := range strings.Lines(string(output)) {
		field := strings.Split(strings.TrimSpace(line), "\t")
		if err := addNotice(&notices, field[0]+" "+field[1], field[2]); err != nil {
			return err
		}
	}
	return writeIfChanged(filepath.Join(out, "THIRD_PARTY_NOTICES.txt"), []byte(notices.String()))
}

// addNotice adds the texts of a folder that have to be passed on.
func addNotice(notices *strings.Builder, name, folder string) error {
	var files []string
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "PATENTS"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no licence in %s", name, folder)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(notices, "\n%s\n%s, %s\n\n%s\n", strings.Repeat("=", 80), name, filepath.Base(file), strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return nil
}
