package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// sources is what reflection does not know of types: their comments, and the
// values of their constants. Keys are like "vfs.FileInfo" and "vfs.FileInfo.Path".
type sources struct {
	docs   map[string]string
	values map[string][]string
}

// folders have the packages whose types cross the boundary.
var folders = []string{"pkg/migrate", "pkg/registry", "pkg/tools/agentconfig", "pkg/tools/javascript/script", "pkg/vfs", "wasm/api"}

func readSources(root string) (sources, error) {
	s := sources{docs: map[string]string{}, values: map[string][]string{}}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(files) == 0 {
			return s, fmt.Errorf("no package in %s: %w", folder, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				return s, err
			}
			for _, declaration := range file.Decls {
				if general, ok := declaration.(*ast.GenDecl); ok {
					s.add(file.Name.Name, general)
				}
			}
		}
	}
	return s, nil
}

func (s sources) add(packageName string, declaration *ast.GenDecl) {
	for _, spec := range declaration.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			key := packageName + "." + spec.Name.Name
			s.docs[key] = firstText(spec.Doc, declaration.Doc)
			if structure, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range structure.Fields.List {
					for _, name := range field.Names {
						s.docs[key+"."+name.Name] = firstText(field.Doc, field.Comment)
					}
				}
			}
		case *ast.ValueSpec:
			named, ok := spec.Type.(*ast.Ident)
			if declaration.Tok != token.CONST || !ok || !spec.Names[0].IsExported() {
				continue
			}
			for _, value := range spec.Values {
				if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					text, err := strconv.Unquote(literal.Value)
					if err == nil {
						key := packageName + "." + named.Name
						s.values[key] = append(s.values[key], text)
					}
				}
			}
		}
	}
}

func firstText(groups ...*ast.CommentGroup) string {
	for _, group := range groups {
		if text := strings.TrimSpace(group.Text()); text != "" {
			return text
		}
	}
	return ""
}
