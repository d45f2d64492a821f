package filesystem

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// transfer is a move or a copy that was found to be possible.
type transfer struct {
	from, to place
	info     fs.FileInfo
	files    int
	replaces bool
}

// transfer checks everything before anything is made.
func (c *call) transfer(from, to place) (transfer, error) {
	none := transfer{}
	info, err := c.stat(from)
	if err != nil {
		return none, err
	}
	if err := c.noHashOf(from, info); err != nil {
		return none, err
	}
	t := transfer{from: from, to: to, info: info}
	if from.clean != to.clean && info.IsDir() && within(to.clean, from.clean) {
		return none, fail(CodeInvalidArgument, "%s cannot be put into itself: %s is below it.", from.given, to.given)
	}
	there, exists, err := c.exists(to)
	if err != nil {
		return none, err
	}
	switch {
	case !exists:
	case from.clean == to.clean && c.in.IfExists == "overwrite":
		return none, fail(CodeNoChange, "path and new_path are the same; %s was not changed.", from.given)
	case there.IsDir() && !info.IsDir():
		return none, fail(CodeExists, "The destination %s already exists. It is a directory; new_path must include the final name.", to.given)
	case c.in.IfExists != "overwrite":
		return none, destinationExists(to.given)
	case !there.IsDir() && info.IsDir():
		return none, notADirectory(to.given)
	case there.IsDir():
		files, _, err := c.countFiles(to.clean)
		if err != nil {
			return none, c.explain(err, to)
		}
		entries, err := c.readDir(to.clean)
		if err != nil {
			return none, c.explain(err, to)
		}
		if len(entries) > 0 {
			return none, fail(CodeNotEmpty, "%s is not empty (%s). Delete it first, or choose another new_path.", to.given, count(files, "file"))
		}
		t.replaces = true
	default:
		t.replaces = true
	}
	if t.replaces && !there.IsDir() {
		known, err := c.scan(to)
		if err != nil {
			return none, err
		}
		// What is lost has to be what the chat knows, as for write.
		if last := c.tool.reads.Last(c.where, to.clean); last != "" && last != known.hash {
			return none, changedSince(to.given, last, known.hash)
		}
	}
	t.files = 1
	if info.IsDir() {
		if t.files, _, err = c.countFiles(from.clean); err != nil {
			return none, c.explain(err, from)
		}
	}
	return t, nil
}

func (c *call) move() (outcome, error) {
	from, err := locateMovable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	to, err := locateMovable(c.in.NewPath)
	if err != nil {
		return outcome{}, err
	}
	t, err := c.transfer(from, to)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{facts: facts{path: to.clean}}
	var known content
	if !t.info.IsDir() {
		if known, err = c.scan(from); err != nil {
			return outcome{}, err
		}
		if err := c.guard(from, known); err != nil {
			return outcome{}, err
		}
		out.facts = about(to.clean, known)
	}
	if c.in.DryRun {
		out.text = t.preview("move")
		return out, nil
	}
	if err := c.parents(to); err != nil {
		return outcome{}, err
	}
	if t.replaces && t.info.IsDir() {
		if err := c.fs.Remove(to.clean); err != nil {
			return outcome{}, c.explain(err, to)
		}
	}
	if err := c.fs.Rename(from.clean, to.clean); err != nil {
		return outcome{}, c.explain(err, from)
	}
	if known.hash != "" && c.tool.reads.Last(c.where, from.clean) == known.hash {
		c.saw(to.clean, known.hash)
	}
	out.text = fmt.Sprintf("Successfully moved %s to %s", from.given, to.given)
	return out, nil
}

func (c *call) copy() (outcome, error) {
	from, err := locate(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	to, err := locateMovable(c.in.NewPath)
	if err != nil {
		return outcome{}, err
	}
	t, err := c.transfer(from, to)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{facts: facts{path: to.clean}}
	if !t.info.IsDir() {
		known, err := c.scan(from)
		if err != nil {
			return outcome{}, err
		}
		out.facts = about(to.clean, known)
		if c.tool.reads.Last(c.where, from.clean) == known.hash {
			c.saw(to.clean, known.hash)
		}
	}
	if c.in.DryRun {
		c.after = nil
		out.text = t.preview("copy")
		return out, nil
	}
	if err := c.parents(to); err != nil {
		return outcome{}, err
	}
	if err := c.copyTree(from.clean, to.clean, t.info); err != nil {
		return outcome{}, c.explain(err, to)
	}
	out.text = fmt.Sprintf("Successfully copied %s to %s", from.given, to.given)
	return out, nil
}

// preview is what a dry run says.
func (t transfer) preview(verb string) string {
	text := fmt.Sprintf("Dry run, nothing written. Would %s %s to %s", verb, t.from.given, t.to.given)
	if t.info.IsDir() {
		text += " (" + count(t.files, "file") + ")"
	} else {
		text += " (" + textview.Size(t.info.Size()) + ")"
	}
	if t.replaces {
		text += ", replacing what is there"
	}
	return text + "."
}

func (c *call) copyTree(from, to string, info fs.FileInfo) error {
	if err := c.check(); err != nil {
		return err
	}
	if !info.IsDir() {
		return c.copyFile(from, to)
	}
	if err := c.fs.Mkdir(to, 0o777); err != nil && !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.EEXIST) {
		return err
	}
	entries, err := c.readDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := c.copyTree(child(from, entry.Name()), child(to, entry.Name()), entry); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) copyFile(from, to string) error {
	source, err := c.fs.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := c.fs.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, &cancellable{c, source})
	if closed := target.Close(); err == nil {
		err = closed
	}
	return err
}
