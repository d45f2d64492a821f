package vfstest_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain gives the models one seed unless the command line gives another, so
// that a run of all tests can be repeated. make soak searches with other seeds.
func TestMain(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed != nil && seed.Value.String() == "0" {
		if err := flag.Set("rapid.seed", "1"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
