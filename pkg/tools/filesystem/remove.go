package filesystem

import (
	"fmt"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

func (c *call) delete() (outcome, error) {
	p, err := locateMovable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	info, err := c.stat(p)
	if err != nil {
		return outcome{}, err
	}
	if err := c.noHashOf(p, info); err != nil {
		return outcome{}, err
	}
	out := outcome{facts: facts{path: p.clean}}
	if !info.IsDir() {
		known, err := c.scan(p)
		if err != nil {
			return outcome{}, err
		}
		if err := c.guard(p, known); err != nil {
			return outcome{}, err
		}
		out.facts = about(p.clean, known)
		if c.in.DryRun {
			out.text = fmt.Sprintf("Dry run, nothing written. Would delete %s (%s).", p.given, textview.Size(known.size))
			return out, nil
		}
		out.text = "Successfully deleted " + p.given
		return out, c.explain(c.fs.Remove(p.clean), p)
	}
	files, _, err := c.countFiles(p.clean)
	if err != nil {
		return outcome{}, c.explain(err, p)
	}
	if !c.in.Recursive {
		entries, err := c.readDir(p.clean)
		if err != nil {
			return outcome{}, c.explain(err, p)
		}
		if len(entries) > 0 {
			return outcome{}, notEmpty(p.given, files)
		}
	}
	if c.in.DryRun {
		out.text = fmt.Sprintf("Dry run, nothing written. Would delete %s (%s).", p.given, count(files, "file"))
		return out, nil
	}
	out.text = fmt.Sprintf("Successfully deleted %s (%s)", p.given, count(files, "file"))
	return out, c.explain(c.fs.RemoveAll(p.clean), p)
}

func (c *call) mkdir() (outcome, error) {
	p, err := locateWritable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	info, exists, err := c.exists(p)
	if err != nil {
		return outcome{}, err
	}
	if exists && !info.IsDir() {
		return outcome{}, fail(CodeExists, "File %s already exists", p.given)
	}
	out := outcome{text: "Successfully created directory " + p.given, facts: facts{path: p.clean}}
	if exists || p.clean == "/" {
		return out, nil
	}
	return out, c.explain(c.fs.MkdirAll(p.clean, 0o777), p)
}

func (c *call) statAction() (outcome, error) {
	p, err := locate(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	info, err := c.stat(p)
	if err != nil {
		return outcome{}, err
	}
	modified := "modified " + info.ModTime().UTC().Format(time.RFC3339)
	if managed(p.clean) {
		modified = modified + "%s, read-only"
	} else {
		modified += "%s"
	}
	if info.IsDir() {
		files, size, err := c.countFiles(p.clean)
		if err != nil {
			return outcome{}, c.explain(err, p)
		}
		return outcome{
			text:  p.given + ": directory, " + textview.Size(size) + ", " + count(files, "file") + ", " + fmt.Sprintf(modified, ""),
			facts: facts{path: p.clean, bytes: &size},
		}, nil
	}
	known, err := c.scan(p)
	if err != nil {
		return outcome{}, err
	}
	text := p.given + ": file, " + textview.Size(known.size) + ", "
	if !known.binary {
		text += count(known.lines, "line") + ", "
	}
	return outcome{
		text:  text + known.mime + ", " + fmt.Sprintf(modified, ", hash "+short(known.hash)),
		facts: about(p.clean, known),
	}, nil
}
