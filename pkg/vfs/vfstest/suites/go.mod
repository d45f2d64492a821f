module github.com/clienttools/clienttools/pkg/vfs/vfstest/suites

go 1.26.0

replace github.com/clienttools/clienttools => ../../../..

require (
	github.com/clienttools/clienttools v0.0.0
	github.com/go-git/go-billy/v5 v5.9.2
	github.com/spf13/afero v1.15.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/net v0.61.0
	gopkg.in/check.v1 v1.0.0-20201130134442-10cb98267c6c
)

require (
	github.com/kr/pretty v0.3.1 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/rogpeppe/go-internal v1.14.1 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.43.0 // indirect
)
