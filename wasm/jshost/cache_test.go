package jshost_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
)

// empty is a module without anything but a custom section named by its argument.
func empty(name string) []byte {
	wasm := []byte("\x00asm\x01\x00\x00\x00\x00")
	return append(append(wasm, byte(len(name)+1), byte(len(name))), name...)
}

func TestCache(t *testing.T) {
	t.Parallel()
	config := jshost.CompileConfig{CacheDir: t.TempDir(), Name: "odd name/../x"}
	folder := filepath.Join(config.CacheDir, jshost.WazeroVersion(), "odd_name_.._x")
	builds := []string{"first", "second", "third"}
	for n, build := range builds {
		assert.False(t, jshost.Cached(empty(build), config))
		program, err := jshost.Compile(t.Context(), empty(build), config)
		require.NoError(t, err)
		require.NoError(t, program.Close())
		assert.True(t, jshost.Cached(empty(build), config))
		entries, err := os.ReadDir(folder)
		require.NoError(t, err)
		// The clock of a file system may be coarse; the next build is to be newer.
		for _, entry := range entries {
			older := time.Now().Add(-time.Duration(len(builds)-n) * time.Hour)
			if info, err := entry.Info(); assert.NoError(t, err) && time.Since(info.ModTime()) < time.Minute {
				require.NoError(t, os.Chtimes(filepath.Join(folder, entry.Name()), older, older))
			}
		}
	}
	assert.False(t, jshost.Cached(empty("first"), config), "the two newest builds are kept")
	assert.True(t, jshost.Cached(empty("second"), config))
	assert.True(t, jshost.Cached(empty("third"), config))

	config.Name = "another"
	assert.False(t, jshost.Cached(empty("third"), config))
	assert.False(t, jshost.Cached(empty("third"), jshost.CompileConfig{}))
	assert.Regexp(t, `^v\d+\.\d+`, jshost.WazeroVersion())
}

func TestCompileRefusesWhatIsNoModule(t *testing.T) {
	t.Parallel()
	for name, wasm := range map[string][]byte{"nothing": nil, "text": []byte("hello"), "cut": []byte("\x00asm\x01\x00\x00\x00\x01")} {
		_, err := jshost.Compile(t.Context(), wasm, jshost.CompileConfig{CacheDir: t.TempDir()})
		assert.Error(t, err, name)
		_, err = jshost.Compile(t.Context(), wasm, jshost.CompileConfig{Interpreter: true})
		assert.Error(t, err, name)
	}
	unusable := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(unusable, nil, 0o600))
	_, err := jshost.Compile(t.Context(), empty("x"), jshost.CompileConfig{CacheDir: unusable})
	assert.ErrorContains(t, err, "cache")
}
