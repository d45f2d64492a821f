package web

import (
	"context"
	"fmt"
	"io"
)

// Fetcher gets one resource over the network: the host's fetch in a browser,
// net/http natively (package nativefetch). It is safe for concurrent use.
type Fetcher interface {
	// Fetch sends one GET and returns when the head of the answer is there. It
	// sends no credentials, no referrer, and no headers but those that say what it
	// can read. The caller closes the body. When ctx ends, so does reading the body.
	//
	// An error is a *[FetchError] where more is known of it.
	Fetch(ctx context.Context, request Request) (Response, error)
}

// Request is what to get.
type Request struct {
	// URL is in ASCII, with a host as this package normalizes it.
	URL    string
	Accept string
	// Private lets the request reach addresses of this machine and of private
	// networks. A fetcher that sees what a name resolves to refuses them otherwise.
	Private bool
	// Follow lets redirects be followed; otherwise they are the response, where the
	// fetcher can see them.
	Follow bool
}

// Response is the head of an answer, and its body.
type Response struct {
	Status     int
	StatusText string
	// URL is where the answer came from, after redirects. Empty: as asked.
	URL string
	// Location is where a redirect points, as the server wrote it.
	Location    string
	ContentType string
	// Header gives another header by its name, where it can be seen; nil: none can.
	Header func(name string) string
	// Length is the length of the body in bytes; negative: not known.
	Length int64
	Body   io.ReadCloser
}

// Decoder is what a Fetcher may be besides: it knows encodings that this package
// does not.
type Decoder interface {
	// Decode turns text in the named encoding into UTF-8; ok is false where the
	// encoding is not known.
	Decode(charset string, content []byte) (text string, ok bool)
}

// Reason says what kept a fetcher from an answer.
type Reason string

// The reasons.
const (
	// NoAccess: a browser did not let the answer be read, and does not say why.
	NoAccess Reason = "no_access"
	// PrivateAddress: a name resolved to an address that was refused.
	PrivateAddress Reason = "private_address"
	// Unreachable: there is no such host, or it does not answer.
	Unreachable Reason = "unreachable"
)

// FetchError is an error of a [Fetcher].
type FetchError struct {
	Reason Reason
	// Err says more, in words that a model may read; may be nil.
	Err error
}

func (e *FetchError) Error() string {
	if e.Err == nil {
		return string(e.Reason)
	}
	return fmt.Sprintf("%s: %v", e.Reason, e.Err)
}

func (e *FetchError) Unwrap() error { return e.Err }
