package textview_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/stretchr/testify/assert"
)

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{
		-1: "0B", 0: "0B", 1: "1B", 340: "340B", 1023: "1023B",
		1024: "1K", 1280: "1.3K", 1536: "1.5K", 2048: "2K", 5632: "5.5K", 102_400: "100K", 102_401: "100.0K",
		1_048_575: "1024.0K", 1 << 20: "1M", 1_258_291: "1.2M",
		1 << 30: "1G", 3 << 40: "3072G",
	} {
		assert.Equal(t, want, textview.Size(bytes), bytes)
	}
}
