package jshost

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
)

// keptBuilds is how many builds of a module the cache keeps.
const keptBuilds = 2

// cacheEntry is the folder of one module's machine code:
//
//	CacheDir/wazero version/name/hash of the module/…
//
// wazero itself tells its versions apart by the build information, which test
// binaries lack: they would take the machine code of another version for theirs.
type cacheEntry struct{ dir string }

func newCacheEntry(config CompileConfig, hash [32]byte) cacheEntry {
	name := config.Name
	if name == "" {
		name = "module"
	}
	flavour := hex.EncodeToString(hash[:12])
	if config.Interruptible {
		name += "-interruptible"
	}
	return cacheEntry{filepath.Join(config.CacheDir, WazeroVersion(), sanitize(name), flavour)}
}

// Cached says whether the machine code of a module is in the cache.
func Cached(wasm []byte, config CompileConfig) bool {
	if config.CacheDir == "" {
		return false
	}
	_, err := os.Stat(newCacheEntry(config, sha256.Sum256(wasm)).marker())
	return err == nil
}

func (e cacheEntry) marker() string { return filepath.Join(e.dir, "complete") }

// open makes the folder and gives it to wazero.
func (e cacheEntry) open() (wazero.CompilationCache, error) {
	if err := os.MkdirAll(e.dir, 0o755); err != nil {
		return nil, err
	}
	now := time.Now()
	// The pruning goes by the time of the last use.
	_ = os.Chtimes(e.dir, now, now)
	e.prune()
	return wazero.NewCompilationCacheWithDir(e.dir)
}

// done notes that the machine code is complete.
func (e cacheEntry) done() {
	if e.dir != "" {
		_ = os.WriteFile(e.marker(), nil, 0o644)
	}
}

// prune removes all but the newest builds of the same module. Another process
// that still uses one has it in memory; at worst it compiles again.
func (e cacheEntry) prune() {
	parent := filepath.Dir(e.dir)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	type build struct {
		path string
		used time.Time
	}
	var builds []build
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && entry.IsDir() {
			builds = append(builds, build{filepath.Join(parent, entry.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(builds, func(a, b build) int { return cmp.Compare(b.used.UnixNano(), a.used.UnixNano()) })
	for _, old := range builds[min(keptBuilds, len(builds)):] {
		_ = os.RemoveAll(old.path)
	}
}

var versionInPath = regexp.MustCompile(`wazero@(v[^/]+)/`)

// WazeroVersion is the version of wazero that this binary has, taken from where
// its sources were: build information has it in some binaries only.
func WazeroVersion() string {
	var file string
	if f := runtime.FuncForPC(reflect.ValueOf(wazero.NewRuntime).Pointer()); f != nil {
		file, _ = f.FileLine(f.Entry())
	}
	if found := versionInPath.FindStringSubmatch(filepath.ToSlash(file)); found != nil {
		return found[1]
	}
	return "unknown-version"
}

func sanitize(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '-' || c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, name)
}
