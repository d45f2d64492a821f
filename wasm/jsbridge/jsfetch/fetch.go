//go:build js

// Package jsfetch is a web.Fetcher over the realm's fetch, or one that the
// application lends.
package jsfetch

import (
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/wasm/jsbridge"
)

// New returns the fetcher of a host object that lends fetch.
func New(host jsbridge.Value) web.Fetcher { return fetcher{host} }

type fetcher struct{ host jsbridge.Value }

var (
	_ web.Fetcher = fetcher{}
	_ web.Decoder = fetcher{}
)

// Fetch implements [web.Fetcher]. A browser follows redirects by itself and shows
// no address but the last; it sends neither credentials nor referrer.
func (f fetcher) Fetch(ctx context.Context, request web.Request) (web.Response, error) {
	ctx, cancel := context.WithCancel(ctx) // ends with the body
	response, err := f.host.Call(ctx, "fetch", request.URL, jsbridge.Object{
		"method": "GET", "credentials": "omit", "referrerPolicy": "no-referrer", "redirect": "follow", "mode": "cors",
		"headers": jsbridge.Object{"accept": request.Accept}, "signal": jsbridge.Signal,
	})
	if err != nil {
		cancel()
		if ctxErr := context.Cause(ctx); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return web.Response{}, ctxErr
		}
		return web.Response{}, &web.FetchError{Reason: web.NoAccess, Err: err}
	}
	answer, err := read(ctx, cancel, response)
	if err != nil {
		cancel()
		return web.Response{}, &web.FetchError{Reason: web.Unreachable, Err: err}
	}
	return answer, nil
}

func read(ctx context.Context, cancel context.CancelFunc, response jsbridge.Value) (answer web.Response, err error) {
	status, err := response.Field("status")
	if err != nil {
		return answer, err
	}
	number, err := status.Number()
	if err != nil {
		return answer, err
	}
	headers, err := response.Field("headers")
	if err != nil {
		return answer, err
	}
	if headers.Missing() {
		return answer, errors.New("the answer has no headers")
	}
	header := func(name string) string {
		// The headers are there; they are asked for also after the body was read.
		value, err := headers.Call(context.WithoutCancel(ctx), "get", name)
		if err != nil {
			return ""
		}
		text, _ := value.Text() // null where it is not there, or not shown
		return text
	}
	field := func(name string) string {
		value, err := response.Field(name)
		if err != nil {
			return ""
		}
		text, _ := value.Text()
		return text
	}
	answer = web.Response{Status: int(number), StatusText: field("statusText"), URL: field("url"), Location: header("location"),
		ContentType: header("content-type"), Header: header, Length: -1}
	if n, err := strconv.ParseInt(header("content-length"), 10, 64); err == nil && header("content-encoding") == "" {
		answer.Length = n
	}
	stream, err := response.Field("body")
	if err != nil {
		return answer, err
	}
	b := &body{ctx: ctx, cancel: cancel, response: response}
	if !stream.Missing() {
		if b.reader, err = stream.Call(ctx, "getReader"); err != nil {
			return answer, err
		}
		b.streams = true
	}
	answer.Body = b
	return answer, nil
}

// body reads a response's stream piece by piece; a realm without streams gives
// the whole at once.
type body struct {
	ctx      context.Context
	cancel   context.CancelFunc
	response jsbridge.Value
	reader   jsbridge.Value
	streams  bool
	rest     []byte
	ended    bool
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.ended {
			return 0, io.EOF
		}
		if err := b.more(); err != nil {
			return 0, err
		}
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *body) more() error {
	if !b.streams {
		whole, err := b.response.Call(b.ctx, "arrayBuffer")
		if err == nil {
			b.rest, err = whole.Bytes()
		}
		b.ended = true
		return err
	}
	piece, err := b.reader.Call(b.ctx, "read")
	if err != nil {
		return err
	}
	value, err := piece.Field("value")
	if err != nil {
		return err
	}
	if value.Missing() {
		b.ended = true
		return nil
	}
	b.rest, err = value.Bytes()
	return err
}

// Close ends the request, should it still be under way.
func (b *body) Close() error {
	b.cancel()
	return nil
}

// Decode implements [web.Decoder] with the realm's TextDecoder, which knows every
// encoding that pages are in.
func (f fetcher) Decode(charset string, content []byte) (string, bool) {
	return jsbridge.DecodeText(charset, content)
}
