package filesystem

import (
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// change is a change of one file's content, ready to be made or shown.
type change struct {
	// was is what is known of the content before, now of the content after.
	was, now content
	// diff makes the unified diff, unless it takes in more than a window of bytes.
	diff func(window int) (string, bool)
	// write makes the change.
	write func() error
	// whole is set when the chat gave the content as a whole, so that it knows it.
	whole bool
	// text is what the model reads when the change was made.
	text func() string
}

// replacing is the change of a content that is at hand.
func (c *call) replacing(p place, before, after []byte, was content, existed bool) change {
	return change{
		was: was, now: contentOf(p.clean, after),
		diff: func(window int) (string, bool) {
			return unifiedDiff(p.clean, before, after, existed, 0, window)
		},
		write: func() error { return c.save(p, after) },
	}
}

// store makes a change, or shows it where the call is a dry run.
func (c *call) store(p place, ch change) (outcome, error) {
	if err := c.fits(p, ch.now.size); err != nil {
		return outcome{}, err
	}
	out := outcome{facts: about(p.clean, ch.now)}
	if c.in.DryRun {
		c.preview(p, ch, &out)
		return out, nil
	}
	// The host may want to show what was changed, as long as finding out is cheap.
	if diff, ok := ch.diff(cheapDiffWindow); ok {
		out.facts.diff = diff
	}
	if err := ch.write(); err != nil {
		return outcome{}, err
	}
	if ch.whole {
		c.saw(p.clean, ch.now.hash)
	} else {
		c.carry(p.clean, ch.was.hash, ch.now.hash)
	}
	out.text = ch.text()
	return out, nil
}

// preview shows a change.
func (c *call) preview(p place, ch change, out *outcome) {
	diff, ok := ch.diff(maxDiffWindow)
	out.facts.diff = diff
	if !ok {
		diff = "The change is too large to show: " + sizes(ch.now) + " instead of " + sizes(ch.was) + "."
	}
	shown, _, cut := textview.CutText(strings.TrimSuffix(diff, "\n"), textview.MaxChars-2*textview.FooterChars-textview.Chars(p.given))
	out.text = "Dry run, nothing written. Diff for " + p.given + ":\n" + shown
	if cut {
		out.text += "\n[The rest of the diff is not shown.]"
		out.facts.truncated = true
	}
}

// sizes is "12 lines, 340B".
func sizes(k content) string {
	if k.binary {
		return textview.Size(k.size)
	}
	return count(k.lines, "line") + ", " + textview.Size(k.size)
}
