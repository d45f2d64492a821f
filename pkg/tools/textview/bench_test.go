package textview_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// A page costs what it shows, whatever the size of the file.
func BenchmarkPage(b *testing.B) {
	for _, factor := range []int{1, 4, 16} {
		data := bytes.Repeat([]byte("a line of text as people write it\n"), factor*60_000) // 2 MB, 8 MB, 32 MB
		x := textview.IndexOf(data)
		b.Run(fmt.Sprintf("%dx", factor), func(b *testing.B) {
			for b.Loop() {
				if _, err := x.Page(bytes.NewReader(data), x.Lines/2, x.Lines, textview.Limit{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	for _, factor := range []int{1, 4, 16} {
		data := bytes.Repeat([]byte("a line of text as people write it\n"), factor*60_000)
		b.Run(fmt.Sprintf("%dx", factor), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				textview.IndexOf(data)
			}
		})
	}
}

func BenchmarkMatches(b *testing.B) {
	for _, factor := range []int{1, 4, 16} {
		data := bytes.Repeat([]byte("a line of text as people write it\r\n"), factor*60_000)
		b.Run(fmt.Sprintf("%dx", factor), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for range textview.Matches(data, "people wrote it\na line") {
					b.Fatal("found")
				}
			}
		})
	}
}
