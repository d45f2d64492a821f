package filesystem_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/registrytest"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

func TestConformance(t *testing.T) {
	registrytest.Conforms(t, func(*testing.T) registry.Tool {
		return filesystem.New(vfs.NewProjects(memory.New(), vfs.Config{}), filesystem.Options{})
	})
}
