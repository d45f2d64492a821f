package tools

import (
	"context"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/web"
)

// scriptNetwork is the network of scripts: what the web tool may get, by its rules
// and with its options. A tool knows no other, so they meet here.
type scriptNetwork struct{ network *web.Network }

// Fetch implements [javascript.Network].
func (n scriptNetwork) Fetch(ctx context.Context, request javascript.FetchRequest, call registry.Call) (javascript.FetchResponse, error) {
	options, err := call.Peers.Options("web")
	if err != nil {
		return javascript.FetchResponse{}, &javascript.CallError{Message: err.Error()}
	}
	got, err := n.network.Get(ctx, web.Request{URL: request.URL, Accept: request.Accept}, redirects(request), call.Context, options)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return javascript.FetchResponse{}, ctx.Err()
	default:
		return javascript.FetchResponse{}, &javascript.CallError{Message: err.Error()}
	}
	return javascript.FetchResponse{
		Status: got.Status, StatusText: got.StatusText, URL: got.URL, Redirected: got.Redirected, Headers: got.Headers, Body: got.Body,
	}, nil
}

func redirects(request javascript.FetchRequest) web.Redirects {
	if request.Redirect == "" {
		return web.FollowRedirects
	}
	return web.Redirects(request.Redirect)
}
