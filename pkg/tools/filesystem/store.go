package filesystem

import (
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// change is a new content for a file, ready to be written.
type change struct {
	before, after []byte
	// known is what is known of before; exists tells whether there was a file.
	known  content
	exists bool
	// added is what after has at its end beyond before, where that is all.
	added []byte
	// whole is set when the chat gave the content as a whole, so that it knows it.
	whole bool
	// say makes the text of the result.
	say func(now content) string
}

// store writes a change, or shows it where the call is a dry run.
func (c *call) store(p place, ch change) (outcome, error) {
	if err := c.fits(p, int64(len(ch.after))); err != nil {
		return outcome{}, err
	}
	now := contentOf(p.clean, ch.after)
	out := outcome{facts: about(p.clean, now)}
	if c.in.DryRun {
		diff, ok := unifiedDiff(p.clean, ch.before, ch.after, ch.exists, maxDiffWindow)
		out.facts.diff = diff
		if !ok {
			diff = "The change is too large to show: " + sizes(now) + " instead of " + sizes(ch.known) + "."
		}
		shown, _, cut := textview.CutText(strings.TrimSuffix(diff, "\n"), textview.MaxChars-2*textview.FooterChars-textview.Chars(p.given))
		out.text = "Dry run, nothing written. Diff for " + p.given + ":\n" + shown
		if cut {
			out.text += "\n[The rest of the diff is not shown.]"
			out.facts.truncated = true
		}
		return out, nil
	}
	// The host may want to show what was changed, as long as finding out is cheap.
	if diff, ok := unifiedDiff(p.clean, ch.before, ch.after, ch.exists, cheapDiffWindow); ok {
		out.facts.diff = diff
	}
	save := func() error { return c.save(p, ch.after) }
	if len(ch.added) > 0 {
		save = func() error { return c.extend(p, ch.added) }
	}
	if err := save(); err != nil {
		return outcome{}, err
	}
	if ch.whole {
		c.saw(p.clean, now.hash)
	} else {
		c.carry(p.clean, ch.known.hash, now.hash)
	}
	out.text = ch.say(now)
	return out, nil
}

// sizes is "12 lines, 340B".
func sizes(k content) string {
	if k.binary {
		return textview.Size(k.size)
	}
	return count(k.lines, "line") + ", " + textview.Size(k.size)
}
