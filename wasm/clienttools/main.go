//go:build js

// Command clienttools is the core as a WebAssembly module: the registry with the
// built-in tools, over the files of projects. wasm/README.md says how a realm
// talks to it.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/clienttools/clienttools/wasm/api"
	"github.com/clienttools/clienttools/wasm/jsbridge"
	"github.com/clienttools/clienttools/wasm/jsbridge/jsfetch"
	"github.com/clienttools/clienttools/wasm/jsbridge/jsstore"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "clienttools:", err)
		os.Exit(1)
	}
}

// serve answers the realm until it calls close.
func serve() error {
	host, err := jsbridge.Connect()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	deps := api.Deps{
		Sandbox: host.Texts("sandbox"),
		Tool:    host.Texts("tool"),
		Approve: host.Texts("approve"),
		Agents:  host.Texts("agents"),
		Emit:    host.Emit,
		Stop:    stop,
	}
	if object, ok := host.Member("store"); ok {
		deps.Store = jsstore.New(object)
	}
	if _, ok := host.Member("fetch"); ok {
		deps.Fetcher = jsfetch.New(host.Object())
	}
	return host.Serve(ctx, api.New(deps).Call, jsbridge.Info{Module: "clienttools", Version: api.Version})
}
