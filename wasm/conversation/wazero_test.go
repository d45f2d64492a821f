package conversation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// page is the TypeScript that a page would be: it loads the package and answers
// the methods the conversations need through the public surface alone.
const page = `
import { loadClientTools } from './src/index.js';

export async function open() {
  const client = await loadClientTools({ storage: 'memory',
    ` + jstest.ClientURLs + ` });
  return async (method: string, text: string, bytes: Uint8Array | null) => {
    const args = JSON.parse(text);
    const json = (value: unknown) => ({ json: JSON.stringify(value ?? null), bytes: null });
    const files = client.files(args.projectId);
    switch (method) {
      case 'tools': return json(client.getAllTools());
      case 'execute': return json(await client.executeClientSideTool(args.name, args.input, args.enabledToolNames, args.toolOptions ?? {}, args.context));
      case 'files.write': return json(await files.write(args.path, bytes ?? new Uint8Array()));
      case 'files.list': return json(await files.list(args.path, { depth: args.depth }));
      case 'files.read': return { json: 'null', bytes: await files.read(args.path) };
    }
    throw new Error('the page has no ' + method);
  };
}
`

// TestWazero plays the conversations against the modules that ship, through the
// compiled TypeScript client and its workers.
func TestWazero(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles both modules")
	}
	world := jstest.StartClient(t, page)
	world.Async("globalThis.call = await exports.open()")
	playAll(t, &wazeroHost{world: world})
}

type wazeroHost struct {
	mu    sync.Mutex
	world *jstest.Host
}

// Call is conversation.Host over the page's function call.
func (h *wazeroHost) Call(_ context.Context, method string, args json.RawMessage, bytes []byte) (json.RawMessage, []byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.world.Set("request", map[string]any{"method": method, "args": string(args), "bytes": bytes})
	reply, err := h.world.TryAsync("return await call(request.method, request.args, request.bytes)")
	if err != nil {
		return nil, nil, err
	}
	object, ok := h.world.Export(reply).(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("%s answered %v", method, reply)
	}
	text, _ := object["json"].(string)
	out, _ := object["bytes"].([]byte)
	return json.RawMessage(text), out, nil
}
