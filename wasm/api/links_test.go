package api_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The core is loaded by every page, so each of these would be paid for by all.
var tooHeavy = []string{
	"net/http", "net/url", "testing", "text/template", "html/template", "math/big",
	"crypto/sha256", "crypto/rand", "github.com/google/jsonschema-go/jsonschema", "github.com/dop251/goja", "github.com/stretchr/testify/assert",
}

func TestCoreLinksNothingHeavy(t *testing.T) {
	const root = "../.."
	args := []string{"list", "-deps"}
	// The build replaces afero by a copy without the file that imports net/http.
	trimmed := false
	if _, err := os.Stat(root + "/.build/go.mod"); err == nil {
		args, trimmed = append(args, "-modfile=.build/go.mod"), true
	}
	cmd := exec.Command("go", append(args, "./wasm/clienttools")...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	output, err := cmd.Output()
	require.NoError(t, err)
	linked := strings.Fields(string(output))
	assert.Contains(t, linked, "github.com/clienttools/clienttools/wasm/jsbridge")
	for _, name := range tooHeavy {
		if !trimmed && (strings.HasPrefix(name, "net/") || strings.HasPrefix(name, "crypto/") || name == "math/big") {
			continue
		}
		assert.NotContains(t, linked, name, "go mod why -m tells who imports it")
	}
}
