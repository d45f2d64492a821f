package web

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// told is an error in words for the model.
type told string

func (t told) Error() string { return string(t) }

// answer is a response that was read, as far as it may be.
type answer struct {
	Response
	body []byte
	cut  bool // there is more
}

// get asks for one resource. wanted tells from the head whether the body is to be
// read. Errors are words for the model.
func (t *tool) get(ctx context.Context, request Request, wanted func(Response) bool) (answer, error) {
	if t.fetcher == nil {
		return answer{}, told("There is no network here. The application can give a fetch function.")
	}
	limited, arrived, cancel := withDeadline(ctx, t.connect)
	defer cancel()
	response, err := t.fetcher.Fetch(limited, request)
	if err != nil {
		return answer{}, t.explain(ctx, limited, err)
	}
	defer response.Body.Close()
	if !arrived() {
		return answer{}, t.explain(ctx, limited, context.DeadlineExceeded)
	}
	if response.URL == "" {
		response.URL = request.URL
	}
	got := answer{Response: response}
	if !wanted(response) {
		return got, nil
	}
	slow := time.AfterFunc(t.read, cancel)
	defer slow.Stop()
	got.body, err = readMost(limited, response.Body, t.maxBytes)
	switch {
	case ctx.Err() != nil:
		return got, t.explain(ctx, limited, ctx.Err())
	case limited.Err() != nil:
		return got, told("Timed out: the answer did not end within " + seconds(t.read))
	case err != nil:
		return got, told("The connection ended before the answer did. Try again.")
	}
	if int64(len(got.body)) > t.maxBytes {
		got.body, got.cut = got.body[:t.maxBytes], true
	}
	return got, nil
}

// readMost reads a byte more than the limit at most. It returns when the context
// ends even if the reader does not.
func readMost(ctx context.Context, body io.Reader, most int64) (content []byte, err error) {
	type piece struct {
		content []byte
		err     error
	}
	done := make(chan piece, 1)
	go func() {
		content, err := io.ReadAll(io.LimitReader(body, most+1))
		done <- piece{content, err}
	}()
	select {
	case p := <-done:
		return p.content, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// explain says in words for the model why there is no answer.
func (t *tool) explain(ctx, limited context.Context, err error) error {
	var failed *FetchError
	switch {
	case ctx.Err() != nil:
		return told("The call was cancelled")
	case errors.Is(context.Cause(limited), context.DeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return told("Timed out: there was no answer within " + seconds(t.connect))
	case errors.As(err, &failed) && failed.Reason == NoAccess:
		return told("The page could not be read: it does not allow reading from a browser (CORS), or the network failed. " +
			"The application can give a fetch function that goes through a proxy. Try another source.")
	case errors.As(err, &failed) && failed.Reason == PrivateAddress:
		return told("Addresses of this machine and of private networks are refused: the name leads to one")
	case errors.As(err, &failed) && failed.Err != nil:
		return told("The host could not be reached: " + failed.Err.Error())
	default:
		return told("The host could not be reached")
	}
}

func seconds(d time.Duration) string {
	return strings.TrimSuffix(strings.TrimSuffix(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), "0"), ".") + " s"
}

// statusError is the text of an answer that is none.
func statusError(response Response) error {
	text := response.StatusText
	if text == "" {
		text = statusTexts(response.Status)
	}
	if text != "" {
		text = ": " + text
	}
	return told("HTTP " + strconv.Itoa(response.Status) + text)
}

// statusTexts are there because HTTP/2 has none.
func statusTexts(status int) string {
	switch status {
	case 400:
		return "Bad Request"
	case 401:
		return "Unauthorized"
	case 402:
		return "Payment Required"
	case 403:
		return "Forbidden"
	case 404:
		return "Not Found"
	case 405:
		return "Method Not Allowed"
	case 406:
		return "Not Acceptable"
	case 408:
		return "Request Timeout"
	case 410:
		return "Gone"
	case 418:
		return "I'm a teapot"
	case 429:
		return "Too Many Requests"
	case 451:
		return "Unavailable For Legal Reasons"
	case 500:
		return "Internal Server Error"
	case 502:
		return "Bad Gateway"
	case 503:
		return "Service Unavailable"
	case 504:
		return "Gateway Timeout"
	}
	return ""
}
