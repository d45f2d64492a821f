package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

func TestGoTestExec(t *testing.T) {
	// Read here, so that go test sees when they change.
	for _, name := range []string{"program.go", "program_test.go"} {
		_, err := os.ReadFile(filepath.Join("testdata", "program", name))
		require.NoError(t, err)
	}
	tool := filepath.Join(t.TempDir(), "wazero_js_exec")
	output, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput()
	require.NoError(t, err, "%s", output)
	profile := filepath.Join(t.TempDir(), "cover.out")

	for _, c := range []struct {
		name   string
		env    string
		args   []string
		fails  bool
		output []string
	}{
		{name: "passes", args: []string{"-v"}, output: []string{"--- PASS: TestFiles", "--- PASS: TestSleep", "ok "}},
		{name: "reference", env: "CLIENTTOOLS_WAZERO=reference", args: []string{"-v"}, output: []string{"--- PASS: TestFiles", "ok "}},
		{name: "interpreter", env: "CLIENTTOOLS_WAZERO=interpreter,verbose", args: []string{"-v", "-run=Double"}, output: []string{"--- PASS: TestDouble", "MB ready in"}},
		{name: "fails", env: "TEST_FAIL=1", fails: true, output: []string{"failed on demand", "FAIL"}},
		{name: "panics", env: "TEST_PANIC=1", fails: true, output: []string{"panic: panicked on demand", "program_test.go:"}},
		// A timeout is a timer, and with a timer there is no deadlock.
		{name: "deadlock", env: "TEST_DEADLOCK=1", args: []string{"-timeout=0"}, fails: true, output: []string{"all goroutines are asleep - deadlock!"}},
		{name: "benchmark", args: []string{"-run=^$", "-bench=.", "-benchtime=10x"}, output: []string{"BenchmarkDouble", "ns/op"}},
		{name: "list", args: []string{"-list=Double"}, output: []string{"TestDouble"}},
		{name: "coverage", args: []string{"-cover", "-coverprofile=" + profile}, output: []string{"coverage: 50.0% of statements"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"test", "-count=1", "-vet=off", "-exec=" + tool}, c.args...)
			cmd := exec.Command("go", args...)
			cmd.Dir = filepath.Join("testdata", "program")
			cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CLIENTTOOLS_WAZERO_CACHE="+jstest.CacheDir(), c.env)
			output, err := cmd.CombinedOutput()
			if c.fails {
				require.Error(t, err)
			} else {
				require.NoError(t, err, "%s", output)
			}
			for _, want := range c.output {
				assert.Contains(t, string(output), want)
			}
		})
	}
	text, err := os.ReadFile(profile)
	require.NoError(t, err)
	assert.Contains(t, string(text), "program.go:5.")
}

func TestUsage(t *testing.T) {
	_, err := run(t.Context(), []string{"none.wasm"})
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestFitEnvironment(t *testing.T) {
	long := make([]byte, 9000)
	for i := range long {
		long[i] = 'x'
	}
	env := []string{"LONG=" + string(long), "SHORT=1", "GOCOVERDIR=/c", "PATH=/bin"}
	assert.ElementsMatch(t, []string{"SHORT=1", "GOCOVERDIR=/c", "PATH=/bin"}, jshost.FitEnvironment([]string{"p"}, env))
	assert.Empty(t, jshost.FitEnvironment([]string{string(long)}, env), "the arguments take it all")
}
