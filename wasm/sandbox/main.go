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
	"github.com/clienttools/clienttools/wasm/jsbridge"
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
	s := sandbox{engine: gojavm.New(), files: host.Exchange("files"), emit: host.Emit}
	return host.Serve(context.Background(), s.call, jsbridge.Info{Module: "sandbox", Version: version})
}
