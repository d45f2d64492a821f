//go:build js

// Command transpile rewrites TypeScript, and JavaScript that is newer than the
// sandbox's engine: esbuild as a WebAssembly module of its own, which a realm
// loads when the first script needs it. wasm/README.md says how a realm talks to
// it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/clienttools/clienttools/pkg/tools/javascript/lower"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/wasm/jsbridge"
	"github.com/clienttools/clienttools/wasm/release"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "transpile:", err)
		os.Exit(1)
	}
}

// serve answers until the realm ends the instance.
func serve() error {
	host, err := jsbridge.Connect()
	if err != nil {
		return err
	}
	return host.Serve(context.Background(), call, jsbridge.Info{Module: "transpile", Version: release.Version})
}

// call answers the module's one method: lower, a Source in, a LowerReply out.
func call(ctx context.Context, method string, args json.RawMessage, _ []byte) (json.RawMessage, []byte, error) {
	if method != "lower" {
		return nil, nil, fmt.Errorf("unknown method %q; transpile has only lower", method)
	}
	reply, err := script.RunLower(ctx, lower.Lower, args)
	return reply, nil, err
}
