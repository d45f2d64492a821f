package directory

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// project is what is known of one project's folder. Others may have changed it
// since: refresh finds out.
type project struct {
	dir string

	mu    sync.Mutex
	known bool
	base  uint64      // sequence number of the snapshot
	last  uint64      // of the last record
	size  int64       // length of the log up to the end of that record
	log   os.FileInfo // the log as it was then; nil if there is none
	born  string      // of the project as it was last loaded or written
}

func (p *project) logPath(base uint64) string {
	return filepath.Join(p.dir, "log-"+strconv.FormatUint(base, 10))
}

func (p *project) snapshotPath(base uint64) string {
	return filepath.Join(p.dir, "snapshot-"+strconv.FormatUint(base, 10))
}

// refresh makes what is known true again.
func (p *project) refresh() error {
	if p.known && p.log != nil {
		info, err := os.Stat(p.logPath(p.base))
		if err == nil && os.SameFile(info, p.log) && info.Size() == p.size {
			return nil
		}
	}
	_, err := p.scan()
	return err
}

// scan reads the log. What was being written when a process or the machine died
// is not part of it: it was never acknowledged.
func (p *project) scan() (records [][]byte, err error) {
	p.known = false
	if p.base, err = p.findBase(); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(p.logPath(p.base))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	p.log = nil
	if err == nil {
		if p.log, err = os.Stat(p.logPath(p.base)); err != nil {
			return nil, err
		}
	}
	records, p.size = readFrames(data, p.base+1)
	p.last = p.base + uint64(len(records))
	p.known = true
	return records, nil
}

// findBase finds the newest snapshot.
func (p *project) findBase() (base uint64, err error) {
	entries, err := os.ReadDir(p.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for _, e := range entries {
		if n, ok := strings.CutPrefix(e.Name(), "snapshot-"); ok {
			if seq, err := strconv.ParseUint(n, 10, 64); err == nil {
				base = max(base, seq)
			}
		}
	}
	return base, nil
}

// snapshot reads the parts of the snapshot. What cannot be told apart is left
// out; the reader of the snapshot knows how many parts there must be.
func (p *project) snapshot() (chunks [][]byte, err error) {
	if p.base == 0 {
		return nil, nil
	}
	data, err := os.ReadFile(p.snapshotPath(p.base))
	if err != nil {
		return nil, err
	}
	chunks, _ = readFrames(data, 0)
	return chunks, nil
}

// append writes the blobs, then the record, each synced before the next.
func (p *project) append(projectID string, seq uint64, record []byte, blobs []vfs.Blob) error {
	if err := p.prepare(projectID); err != nil {
		return err
	}
	if err := p.writeBlobs(blobs); err != nil {
		return err
	}
	path := p.logPath(p.base)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	made := p.log == nil
	frame := appendFrame(nil, seq, record)
	// Whatever is behind the last whole record was never acknowledged.
	err = f.Truncate(p.size)
	if err == nil {
		_, err = f.WriteAt(frame, p.size)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil && made {
		err = syncDir(p.dir)
	}
	if err != nil {
		// Take back what was written, so that it does not come to light later.
		back := errors.Join(f.Truncate(p.size), f.Sync(), f.Close())
		p.known = false
		return errors.Join(err, back)
	}
	p.log, err = f.Stat()
	p.size += int64(len(frame))
	p.last = seq
	if closeErr := f.Close(); err != nil || closeErr != nil {
		p.known = false // it is durable all the same
	}
	return nil
}

// prepare makes the folder of a project.
func (p *project) prepare(projectID string) error {
	if p.log != nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(p.dir, blobsDir), 0o700); err != nil {
		return err
	}
	if strings.HasPrefix(filepath.Base(p.dir), "~") {
		if err := replaceFile(filepath.Join(p.dir, idFile), []byte(projectID)); err != nil {
			return err
		}
	}
	if p.born = p.readBorn(); p.born == "" {
		p.born = strconv.FormatUint(rand.Uint64(), 36)
		if err := replaceFile(filepath.Join(p.dir, bornFile), []byte(p.born)); err != nil {
			return err
		}
	}
	return errors.Join(syncDir(p.dir), syncDir(filepath.Dir(p.dir)))
}

func (p *project) readBorn() string {
	data, _ := os.ReadFile(filepath.Join(p.dir, bornFile))
	return string(data)
}

func (p *project) writeBlobs(blobs []vfs.Blob) error {
	if len(blobs) == 0 {
		return nil
	}
	dir := filepath.Join(p.dir, blobsDir)
	for i, b := range blobs {
		if err := writeFile(filepath.Join(dir, escape(b.ID)), b.Data); err != nil {
			return errors.Join(err, p.removeBlobs(blobs[:i+1]))
		}
	}
	return syncDir(dir)
}

func (p *project) removeBlobs(blobs []vfs.Blob) (err error) {
	for _, b := range blobs {
		err = errors.Join(err, removeFile(filepath.Join(p.dir, blobsDir, escape(b.ID))))
	}
	return err
}

// compact writes the blobs and an empty log, then the snapshot: once that has its
// name, it counts. Then the old ones go.
func (p *project) compact(snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	var chunks []byte
	for i, chunk := range snapshot.Chunks {
		chunks = appendFrame(chunks, uint64(i), chunk)
	}
	oldBase := p.base
	p.known = false
	if err := p.writeBlobs(blobs); err != nil {
		return fmt.Errorf("compact: %w", err)
	}
	err := replaceFile(p.logPath(snapshot.Seq), nil)
	if err == nil {
		err = syncDir(p.dir)
	}
	if err == nil {
		err = replaceFile(p.snapshotPath(snapshot.Seq), chunks)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("compact: %w", err), p.removeBlobs(blobs))
	}
	if err := syncDir(p.dir); err != nil {
		return fmt.Errorf("compact: %w", err)
	}
	// From here on it is done; what is left over does no harm.
	_ = removeFile(p.logPath(oldBase))
	_ = removeFile(p.snapshotPath(oldBase))
	for _, id := range drop {
		_ = removeFile(filepath.Join(p.dir, blobsDir, escape(id)))
	}
	return nil
}

// replaceFile writes a file that is there whole or not at all.
func replaceFile(path string, data []byte) error {
	temporary := path + ".new"
	if err := writeFile(temporary, data); err != nil {
		return errors.Join(err, removeFile(temporary))
	}
	return os.Rename(temporary, path)
}

// writeFile writes and syncs a file. Its name is not durable before its
// directory is synced.
func writeFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(data).WriteTo(f)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
