package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/web/page"
)

type (
	fetchedPage struct {
		Type        string `json:"type"`
		URL         string `json:"url"`
		OriginalURL string `json:"original_url,omitempty"`
		Title       string `json:"title"`
		Untrusted   string `json:"untrusted"`
		Content     string `json:"content"`
		NextOffset  int    `json:"next_offset,omitempty"`
		FetchedAt   string `json:"fetched_at"`
	}
	redirect struct {
		Type        string `json:"type"`
		OriginalURL string `json:"original_url"`
		RedirectURL string `json:"redirect_url"`
	}
	savedFile struct {
		Type        string `json:"type"`
		URL         string `json:"url"`
		Path        string `json:"path"`
		ContentType string `json:"content_type"`
		Bytes       int    `json:"bytes"`
		FetchedAt   string `json:"fetched_at"`
	}
)

const errUnknownURL = told("This URL came neither from the user nor from an earlier result, and only such URLs are fetched. " +
	"Search for it, or ask the user for the link.")

const accept = "text/html,application/xhtml+xml,text/plain;q=0.9,application/json;q=0.9,*/*;q=0.5"

func (t *tool) fetch(ctx context.Context, in input, call call) (registry.Result, error) {
	asked, err := parse(in.URL)
	if err != nil {
		return t.fail(in, err), nil
	}
	lists := newRules(call.Options)
	refused, private := lists.verdict(asked)
	known := call.Context.KnownTexts
	switch {
	case refused != "":
		return t.fail(in, errors.New(refused)), nil
	case call.Options.OnlyKnownURLs && len(known) > 0 && !t.links.has(chatOf(call.Context), asked) && !inTexts(known, asked):
		return t.fail(in, errUnknownURL), nil
	}
	if in.SaveTo != "" {
		if err := checkTarget(in.SaveTo); err != nil {
			return t.fail(in, err), nil
		}
	}
	call.Progress.Message("Reading " + asked.host)
	got, err := t.get(ctx, Request{URL: asked.String(), Accept: accept, Private: private}, func(r Response) bool {
		return r.Status/100 == 2 && (in.SaveTo != "" || readable(r.ContentType) || r.Length < 0)
	})
	if err != nil {
		return t.fail(in, err), nil
	}
	if got.Status/100 == 3 && got.Location != "" {
		return t.redirected(in, call, asked, got.Location), nil
	}
	final, err := parse(got.URL)
	if err != nil {
		final = asked
	}
	if refused, _ := lists.verdict(final); refused != "" { // a browser followed by itself
		return t.fail(in, told("The page leads elsewhere: "+refused)), nil
	}
	if got.Status/100 != 2 {
		return t.fail(in, statusError(got.Response)), nil
	}
	if in.SaveTo != "" {
		return t.save(ctx, in, call, got, final), nil
	}
	text, ok := t.textOf(got)
	if !ok {
		return t.fail(in, notText(got)), nil
	}
	answer := fetchedPage{Type: "fetched_page", URL: final.String(), Untrusted: untrusted, FetchedAt: t.now().UTC().Format(time.RFC3339)}
	if final.key() != asked.key() {
		answer.OriginalURL = in.URL
	}
	seen := []address{final}
	if isHTML(got.ContentType, text) {
		read := page.Read(text, page.Options{Link: func(target string) string {
			a, err := final.resolve(target)
			if err != nil {
				return ""
			}
			seen = append(seen, a)
			return a.String()
		}})
		answer.Title, text = read.Title, read.Markdown
	}
	t.links.add(chatOf(call.Context), seen...)
	if got.cut {
		text += fmt.Sprintf("\n[The page is longer than %s; only its first part was read.]", megabytes(t.maxBytes))
	}
	answer.Content, answer.NextOffset, err = pageFrom(text, in.Offset)
	if err != nil {
		return t.fail(in, err), nil
	}
	return registry.JSON(answer), nil
}

func (t *tool) redirected(in input, call call, asked address, location string) registry.Result {
	target, err := asked.resolve(location)
	if err != nil {
		return t.fail(in, told("The page leads to an address that is not http or https"))
	}
	t.links.add(chatOf(call.Context), target)
	return registry.JSON(redirect{"redirect", in.URL, target.String()})
}

// pageFrom is the part of a text that begins at a character, cut on a line, with
// a note where more follows; next is where.
func pageFrom(text string, offset int) (part string, next int, err error) {
	runes := []rune(text)
	if offset > 0 && offset >= len(runes) {
		return "", 0, fmt.Errorf("offset %d is behind the end: the page has %d characters", offset, len(runes))
	}
	end := len(runes)
	if end-offset > pageChars {
		const noteRoom = 120
		end = offset + pageChars - noteRoom
		for at := end; at > end-pageChars/4; at-- {
			if runes[at-1] == '\n' {
				end = at
				break
			}
		}
		next = end
	}
	part = string(runes[offset:end])
	if next > 0 {
		part = strings.TrimRight(part, "\n") + fmt.Sprintf("\n[%d of %d characters left. Fetch again with offset %d to read on.]", len(runes)-next, len(runes), next)
	}
	return part, next, nil
}

// notText is the error for what cannot be shown.
func notText(got answer) error {
	size, more := got.Length, ""
	if size < 0 {
		if size = int64(len(got.body)); got.cut {
			more = "more than "
		}
	}
	kind := mediaType(got.ContentType)
	if kind == "" {
		kind = "binary"
	}
	return told("The page is " + kind + " (" + more + megabytes(size) + "), which cannot be shown as text. Give save_to to save it as a file.")
}

func megabytes(n int64) string {
	switch {
	case n >= 100_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d bytes", n)
}

// textOf is the body as UTF-8; false: it is no text.
func (t *tool) textOf(got answer) (string, bool) {
	kind := mediaType(got.ContentType)
	if kind != "" && !readable(kind) {
		return "", false
	}
	charset := charsetOf(got.ContentType, got.body)
	if strings.IndexByte(string(got.body[:min(len(got.body), 1024)]), 0) >= 0 && !strings.HasPrefix(charset, "utf-16") {
		return "", false
	}
	if kind == "" && !utf8.Valid(got.body) && charset == "" && !got.cut {
		return "", false
	}
	return t.decode(charset, got.body, got.cut), true
}
