package directory_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/directory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func open(t testing.TB, dir string) *directory.Store {
	s, err := directory.Open(t.Context(), dir)
	require.NoError(t, err)
	return s
}

// filled is a directory with the records 1 to 5, and where each ends in the log.
func filled(t *testing.T) (dir string, ends []int64) {
	dir = t.TempDir()
	s := open(t, dir)
	for seq := uint64(1); seq <= 5; seq++ {
		require.NoError(t, s.Append(t.Context(), "p", seq, record(seq), nil))
		info, err := os.Stat(filepath.Join(dir, "p", "log-0"))
		require.NoError(t, err)
		ends = append(ends, info.Size())
	}
	return dir, ends
}

func record(seq uint64) []byte { return []byte(strings.Repeat(fmt.Sprint(seq), 40)) }

// A log cut short anywhere ends with its last whole record, and goes on from there.
func TestTornTail(t *testing.T) {
	dir, ends := filled(t)
	path := filepath.Join(dir, "p", "log-0")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for cut := range len(whole) {
		for _, tail := range []int{0, 100} { // nothing, or blocks that were never written
			if next := slices.IndexFunc(ends, func(end int64) bool { return end > int64(cut) }); tail > 0 && next >= 0 && ends[next]-int64(cut) < 8 {
				continue // a few zeros may be content
			}
			require.NoError(t, os.WriteFile(path, append(whole[:cut:cut], make([]byte, tail)...), 0o600))
			want := 0
			for _, end := range ends {
				if int64(cut) >= end {
					want++
				}
			}
			s := open(t, dir)
			state, err := s.Load(t.Context(), "p")
			require.NoError(t, err)
			require.Len(t, state.Records, want, "cut at %d", cut)
			if cut%17 == 0 {
				require.NoError(t, s.Append(t.Context(), "p", uint64(want)+1, []byte("next"), nil))
				state, err = open(t, dir).Load(t.Context(), "p")
				require.NoError(t, err)
				require.Len(t, state.Records, want+1)
				assert.Equal(t, "next", string(state.Records[want]))
			}
		}
	}
}

// A damaged byte changes one record for its reader to find, and hides no other.
func TestBitFlip(t *testing.T) {
	dir, ends := filled(t)
	path := filepath.Join(dir, "p", "log-0")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for at := range whole {
		damaged := append([]byte(nil), whole...)
		damaged[at] ^= 0x10
		require.NoError(t, os.WriteFile(path, damaged, 0o600))
		state, err := open(t, dir).Load(t.Context(), "p")
		require.NoError(t, err)
		if int64(at) < ends[3] {
			require.Len(t, state.Records, 5, "byte %d", at)
		}
		wrong := 0
		for i, r := range state.Records {
			if string(r) != string(record(uint64(i)+1)) {
				wrong++
			}
		}
		if len(state.Records) == 5 {
			assert.Equal(t, 1, wrong, "byte %d", at)
		}
	}
}

func TestProjectDeletedByAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	one, two := open(t, dir), open(t, dir)
	require.NoError(t, one.Append(t.Context(), "p", 1, []byte("old"), nil))
	_, err := two.Load(t.Context(), "p")
	require.NoError(t, err)
	require.NoError(t, one.Delete(t.Context(), "p"))
	require.NoError(t, one.Append(t.Context(), "p", 1, []byte("new"), nil))
	require.ErrorIs(t, two.Append(t.Context(), "p", 2, []byte("stray"), nil), vfs.ErrConflict)
	_, err = two.Load(t.Context(), "p")
	require.NoError(t, err)
	require.NoError(t, two.Append(t.Context(), "p", 2, []byte("knowing"), nil))
}

func TestCompactionThatWasCutShort(t *testing.T) {
	dir, _ := filled(t)
	// The new log is there, the new snapshot is not.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p", "log-6"), []byte("anything"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p", "snapshot-6.new"), []byte("half"), 0o600))
	s := open(t, dir)
	state, err := s.Load(t.Context(), "p")
	require.NoError(t, err)
	assert.Len(t, state.Records, 5)
	require.NoError(t, s.Compact(t.Context(), "p", vfs.Snapshot{Seq: 6, Chunks: [][]byte{[]byte("x")}}, nil, nil))
	state, err = open(t, dir).Load(t.Context(), "p")
	require.NoError(t, err)
	assert.Equal(t, uint64(6), state.Snapshot.Seq)
	assert.Empty(t, state.Records)
	_, err = os.Stat(filepath.Join(dir, "p", "log-0"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

const crashEnv = "VFS_CRASH_DIR"

// TestCrashWriter is the process that TestKilledProcess kills.
func TestCrashWriter(t *testing.T) {
	dir := os.Getenv(crashEnv)
	if dir == "" {
		t.Skip("only run by TestKilledProcess")
	}
	p := vfs.NewProjects(open(t, dir), vfs.Config{})
	for i := 0; ; i++ {
		err := p.Update(t.Context(), "p", func(fs afero.Fs) error {
			text := strings.Repeat(fmt.Sprintf("%d\n", i), 1+i*997%40_000)
			return errors.Join(afero.WriteFile(fs, "/a", []byte(text), 0o644), afero.WriteFile(fs, "/b", []byte(text), 0o644))
		})
		require.NoError(t, err)
		fmt.Printf("acked %d\n", i)
	}
}

// Whatever a process acknowledged before it is killed is there, and every call is
// there whole or not at all.
func TestKilledProcess(t *testing.T) {
	dir := t.TempDir()
	for trial := range 6 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestCrashWriter$")
		cmd.Env = append(os.Environ(), crashEnv+"="+dir)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		acked := -1
		killed := time.AfterFunc(time.Duration(150+trial*23)*time.Millisecond, func() { _ = cmd.Process.Kill() })
		for lines := bufio.NewScanner(out); lines.Scan(); {
			_, _ = fmt.Sscanf(lines.Text(), "acked %d", &acked)
		}
		_ = cmd.Wait()
		killed.Stop()

		p := vfs.NewProjects(open(t, dir), vfs.Config{})
		err = p.View(t.Context(), "p", func(fs afero.Fs) error {
			a, err := afero.ReadFile(fs, "/a")
			b, err2 := afero.ReadFile(fs, "/b")
			if acked < 0 {
				return nil
			}
			require.NoError(t, errors.Join(err, err2))
			require.Equal(t, string(a), string(b), "one call is one commit")
			var found int
			_, err = fmt.Sscanf(string(a), "%d", &found)
			require.NoError(t, err)
			require.GreaterOrEqual(t, found, acked)
			require.LessOrEqual(t, found, acked+1)
			return nil
		})
		require.NoError(t, err)
		t.Logf("trial %d: %d calls acknowledged", trial, acked+1)
		require.NoError(t, p.Delete(t.Context(), "p"))
	}
}
