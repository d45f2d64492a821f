package conversation_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/tools/javascript/lower"
	"github.com/clienttools/clienttools/wasm/api"
)

// TestNative plays the conversations against the tools in native Go.
func TestNative(t *testing.T) {
	host := api.New(api.Deps{Engine: gojavm.NewWith(gojavm.Options{Lower: lower.Lower})})
	_, _, err := host.Call(context.Background(), "start", json.RawMessage(`{}`), nil)
	require.NoError(t, err)
	playAll(t, host)
}
