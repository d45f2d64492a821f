// Package nativefetch is a web.Fetcher over net/http, for programs that are no
// browser. It sees what a name resolves to, and refuses private addresses there.
package nativefetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/clienttools/clienttools/pkg/tools/web"
)

// Options set up [New]. The zero value is the default.
type Options struct {
	// UserAgent is sent with every request. Empty: one that says who asks.
	UserAgent string
	// Transport sends the requests. nil: one of its own, which checks addresses; a
	// given one has to do that itself.
	Transport http.RoundTripper
}

// New returns the fetcher. It sends no cookies, credentials or referrer, uses no
// proxy of the environment, and leaves redirects to its caller.
func New(o Options) web.Fetcher {
	f := &fetcher{userAgent: o.UserAgent, public: o.Transport, private: o.Transport}
	if f.userAgent == "" {
		f.userAgent = "clienttools/1 (+https://github.com/clienttools/clienttools)"
	}
	if o.Transport == nil {
		f.public, f.private = transport(refusePrivate), transport(nil)
	}
	return f
}

type fetcher struct {
	userAgent       string
	public, private http.RoundTripper
}

var (
	_ web.Fetcher = (*fetcher)(nil)
	_ web.Decoder = (*fetcher)(nil)
)

func transport(control func(network, address string, _ syscall.RawConn) error) *http.Transport {
	return &http.Transport{
		DialContext:       (&net.Dialer{Timeout: 10 * time.Second, Control: control}).DialContext,
		ForceAttemptHTTP2: true, MaxIdleConns: 20, IdleConnTimeout: 30 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}
}

// refusePrivate sees the address that a connection is made to, after the name was
// resolved: a name that leads home is of no use.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || web.IsPrivate(at.Addr().WithZone("").AsSlice()) {
		return &web.FetchError{Reason: web.PrivateAddress}
	}
	return nil
}

// Fetch implements [web.Fetcher].
func (f *fetcher) Fetch(ctx context.Context, request web.Request) (web.Response, error) {
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, request.URL, nil)
	if err != nil {
		return web.Response{}, &web.FetchError{Reason: web.Unreachable, Err: errors.New("the URL cannot be used")}
	}
	asked.Header.Set("Accept", request.Accept)
	asked.Header.Set("User-Agent", f.userAgent)
	client := http.Client{Transport: f.public, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if request.Private {
		client.Transport = f.private
	}
	if request.Follow {
		client.CheckRedirect = nil
	}
	answer, err := client.Do(asked) //nolint:bodyclose // the caller closes it
	if err != nil {
		return web.Response{}, failed(ctx, err)
	}
	text := http.StatusText(answer.StatusCode)
	return web.Response{
		Status: answer.StatusCode, StatusText: text, URL: answer.Request.URL.String(), Location: answer.Header.Get("Location"),
		ContentType: answer.Header.Get("Content-Type"), Header: answer.Header.Get, Length: answer.ContentLength, Body: answer.Body,
	}, nil
}

// failed says what went wrong without the addresses that Go's errors are full of.
func failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var refused *web.FetchError
	if errors.As(err, &refused) {
		return refused
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return context.DeadlineExceeded
	}
	var name *net.DNSError
	switch {
	case errors.As(err, &name):
		return &web.FetchError{Reason: web.Unreachable, Err: errors.New("there is no host of this name")}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &web.FetchError{Reason: web.Unreachable, Err: errors.New("the connection was refused")}
	}
	return &web.FetchError{Reason: web.Unreachable, Err: errors.New("the connection failed")}
}

// Decode implements [web.Decoder].
func (*fetcher) Decode(name string, content []byte) (string, bool) {
	encoding, _ := charset.Lookup(name)
	if encoding == nil {
		return "", false
	}
	text, err := encoding.NewDecoder().Bytes(content)
	return string(text), err == nil
}
