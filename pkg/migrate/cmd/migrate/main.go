// Command migrate brings exported settings of older releases up to date:
//
//	migrate [-dry-run] [-deconsolidate] FILE…
//
// A file is a project, a list of projects or a list of agents, as JSON. It is
// changed in place; -dry-run only tells what would change.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(arguments []string, out, problems io.Writer) int {
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	flags.SetOutput(problems)
	flags.Usage = func() {
		fmt.Fprintln(problems, "usage: migrate [-dry-run] [-deconsolidate] FILE…")
		flags.PrintDefaults()
	}
	dryRun := flags.Bool("dry-run", false, "tell what would change, and change nothing")
	back := flags.Bool("deconsolidate", false, "give agents their older tool names back")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return 2
	}
	failed := false
	for _, name := range flags.Args() {
		result, err := migrateFile(name, *back, *dryRun)
		if err != nil {
			fmt.Fprintf(problems, "%s: %v\n", name, err)
			failed = true
			continue
		}
		for _, problem := range result.Problems {
			fmt.Fprintf(problems, "%s: %s\n", name, problem)
			failed = true
		}
		for _, change := range result.Changes {
			fmt.Fprintf(out, "%s: %s\n", name, change)
		}
		if len(result.Changes) == 0 {
			fmt.Fprintf(out, "%s: nothing to change\n", name)
		}
	}
	if failed {
		return 1
	}
	return 0
}
