package memory

import (
	"bytes"
	"context"
	"io"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/spf13/afero"
)

func (m memory) view(ctx context.Context, in input, call registry.TypedCall[options]) (result registry.Result, err error) {
	p, err := locate(in.Path)
	if err != nil {
		return result, err
	}
	err = m.files.View(ctx, call.Context.ProjectID, func(fsys afero.Fs) error {
		is, info, err := look(fsys, p)
		switch {
		case err != nil:
			return err
		case is == nothing:
			return notFound(p)
		case is == directory:
			result, err = viewDirectory(ctx, fsys, p, info != nil)
		case is == file:
			result, err = viewFile(fsys, p, in)
		default:
			err = unsupported(p)
		}
		return err
	})
	return result, err
}

func viewDirectory(ctx context.Context, fsys afero.Fs, p place, made bool) (registry.Result, error) {
	listing := textview.Listing{Root: textview.Entry{Path: p.clean, Dir: true}}
	if made {
		var err error
		if listing, err = textview.List(ctx, fsys, p.clean, textview.ListOptions{}); err != nil {
			return registry.Result{}, err
		}
	}
	header := textview.ListingHeader(p.given, 2, false)
	rows, shown := listing.Rows(textview.MaxChars - textview.Chars(header) - 1 - textview.FooterChars)
	text := header + "\n" + rows
	if footer := listing.Footer(shown, "View a directory below to see what is in it."); footer != "" {
		text += "\n" + footer
	}
	return registry.Result{Content: text, Data: map[string]any{"entries": listing.Total, "bytes": listing.Root.Size}}, nil
}

func viewFile(fsys afero.Fs, p place, in input) (result registry.Result, err error) {
	f, err := fsys.Open(p.clean)
	if err != nil {
		return result, err
	}
	defer f.Close()
	if mime := imageType(p.clean); mime != "" {
		if data, err := io.ReadAll(f); err != nil {
			return result, err
		} else if isImage(mime, data) {
			return viewImage(p, mime, data), nil
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return result, err
		}
	}
	index, err := textview.NewIndex(f)
	switch {
	case err != nil:
		return result, err
	case index.Binary:
		return result, notText(p, true)
	case index.Lines > maxLines:
		return result, fail(codeTooLarge, "File %s exceeds maximum line limit of 999,999 lines.", p.given)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return result, err
	}
	if valid, err := textview.IsUTF8(f); err != nil {
		return result, err
	} else if !valid {
		return result, notText(p, false)
	}
	first, last, err := rangeOf(in, index.Shown())
	if err != nil {
		return result, err
	}
	header := "Here's the content of " + p.given + " with line numbers:"
	page, err := index.Page(f, first, last, textview.Limit{
		Chars: textview.MaxChars - textview.Chars(header) - 2 - textview.FooterChars,
	})
	if err != nil {
		return result, err
	}
	text := header + "\n" + page.Text
	result.Data = map[string]any{"lines": index.Lines, "bytes": index.Size}
	if page.Cut() {
		text += "\n" + page.Footer()
		result.Data["next"] = page.Next()
	}
	result.Content = text
	return result, nil
}

// rangeOf is the lines that a view asks for.
func rangeOf(in input, shown int) (first, last int, err error) {
	asked := textview.ViewRange{}
	for _, n := range in.ViewRange {
		asked = append(asked, float64(n))
	}
	first, last, ok := asked.Resolve(shown, false)
	if in.OldStr != "" { // what the schema would refuse, see normalize
		return 0, 0, fail(codeRange, "Error: %s", textview.RangeProblem(in.OldStr, shown))
	}
	if !ok {
		return 0, 0, fail(codeRange, "Error: %s", asked.Problem(shown))
	}
	return first, last, nil
}

// imageType is the type of a file whose name says that it is an image: what the
// provider tells models that view can show.
func imageType(name string) string {
	switch {
	case hasSuffixFold(name, ".png"):
		return "image/png"
	case hasSuffixFold(name, ".jpg"), hasSuffixFold(name, ".jpeg"):
		return "image/jpeg"
	default:
		return ""
	}
}

func hasSuffixFold(name, suffix string) bool {
	return len(name) > len(suffix) && bytes.EqualFold([]byte(name[len(name)-len(suffix):]), []byte(suffix))
}

func isImage(mime string, data []byte) bool {
	if mime == "image/png" {
		return bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n"))
	}
	return bytes.HasPrefix(data, []byte("\xff\xd8\xff"))
}

func viewImage(p place, mime string, data []byte) registry.Result {
	return registry.Result{
		Content: "Here's the image " + p.given + " (" + mime + ", " + textview.Size(int64(len(data))) + ").",
		Parts:   []registry.Part{{MimeType: mime, Data: data, Path: p.clean}},
		Data:    map[string]any{"bytes": len(data)},
	}
}
