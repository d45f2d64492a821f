package gojavm_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkRun measures a run from its job to its outcome: what a short script
// costs, and what the platform's own scripts add at their first use.
func BenchmarkRun(b *testing.B) {
	for name, code := range map[string]string{
		"sum":     `return 1 + 1`,
		"console": `console.log('x', { a: [1, 2] }); return { a: 1 }`,
		"buffer":  `return Buffer.from('x').toString('hex')`,
		"url":     `return new URL('https://example.com/?a=1').searchParams.get('a')`,
		"builtin": `return Object.groupBy([1, 2, 3], (n) => n % 2).length`,
	} {
		b.Run(name, func(b *testing.B) {
			r := newRig(b, nil)
			for b.Loop() {
				out, err := r.try(b.Context(), job(code))
				require.NoError(b, err)
				require.Empty(b, out.Error)
			}
		})
	}
}
