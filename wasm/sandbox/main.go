//go:build js

// Command sandbox runs scripts: goja as a WebAssembly module of its own, whose
// end harms nobody. The files of a script come and go through the realm that
// started it. wasm/README.md says how a realm talks to it.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/wasm/jsbridge"
	"github.com/clienttools/clienttools/wasm/release"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox:", err)
		os.Exit(1)
	}
}

// serve answers until the realm ends the instance.
func serve() error {
	host, err := jsbridge.Connect()
	if err != nil {
		return err
	}
	options := gojavm.Options{}
	if lower := host.Texts("lower"); lower != nil {
		options.Lower = script.RemoteLower(func(ctx context.Context, source string) (string, error) { return lower(ctx, source) })
	}
	s := sandbox{engine: gojavm.NewWith(options), files: host.Exchange("files"), ask: host.Ask("ask"), emit: host.Emit}
	return host.Serve(context.Background(), s.call, jsbridge.Info{Module: "sandbox", Version: release.Version})
}
