package jshost

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/dop251/goja"
)

// FetchRequest is a request that JavaScript made with fetch.
type FetchRequest struct {
	URL    string
	Method string
	// Header has lower-case names.
	Header map[string]string
	Body   []byte
}

// FetchResponse is the answer to a FetchRequest.
type FetchResponse struct {
	Status int // 0 is 200
	Header map[string]string
	Body   []byte
	// URL is where the answer came from in the end; "" is the request's.
	URL string
}

// script reads the source of a worker.
func (w *world) script(address string) ([]byte, error) {
	if source, ok := w.blob(address); ok {
		return source, nil
	}
	read := w.config.Scripts
	if read == nil {
		read = w.config.Files
	}
	if read == nil {
		return nil, fmt.Errorf("%s: %w", address, fs.ErrNotExist)
	}
	return read(address)
}

func (w *world) blob(address string) ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b, ok := w.blobs[address]
	return b, ok
}

// fetch answers a request from the blobs, the configured function, or the files.
func (w *world) fetch(ctx context.Context, request FetchRequest) (*FetchResponse, error) {
	if b, ok := w.blob(request.URL); ok {
		return &FetchResponse{Body: b}, nil
	}
	if w.config.Fetch != nil {
		return w.config.Fetch(ctx, request)
	}
	if w.config.Files == nil {
		return nil, errors.New("no files are served")
	}
	b, err := w.config.Files(request.URL)
	if errors.Is(err, fs.ErrNotExist) {
		return &FetchResponse{Status: http.StatusNotFound, Header: map[string]string{"content-type": "text/plain"}, Body: []byte("not found")}, nil
	}
	if err != nil {
		return nil, err
	}
	return &FetchResponse{Body: b, Header: map[string]string{"content-type": contentType(request.URL)}}, nil
}

func contentType(address string) string {
	extension := path.Ext(strings.SplitN(address, "?", 2)[0])
	switch extension {
	case ".wasm":
		return "application/wasm"
	case ".js", ".mjs":
		return "text/javascript"
	}
	if found := mime.TypeByExtension(extension); found != "" {
		return found
	}
	return "application/octet-stream"
}

// fetchNative is (url, method, headers, body) → Promise.
func (r *realm) fetchNative(call goja.FunctionCall) goja.Value {
	request := FetchRequest{URL: call.Argument(0).String(), Method: call.Argument(1).String(), Header: map[string]string{}}
	for name, value := range call.Argument(2).Export().(map[string]any) {
		request.Header[name] = fmt.Sprint(value)
	}
	if b, ok := r.bytesOf(call.Argument(3)); ok {
		request.Body = append([]byte{}, b...)
	}
	promise, resolve, reject := r.vm.NewPromise()
	ctx := r.ctx
	r.world.operation(r.loop, func() func() {
		response, err := r.world.fetch(ctx, request)
		return func() {
			if err != nil {
				_ = reject(r.vm.NewTypeError("Failed to fetch %s: %v", request.URL, err))
				return
			}
			_ = resolve(r.response(request, response))
		}
	})
	return r.vm.ToValue(promise)
}

func (r *realm) response(request FetchRequest, response *FetchResponse) goja.Value {
	status := response.Status
	if status == 0 {
		status = http.StatusOK
	}
	address := response.URL
	if address == "" {
		address = request.URL
	}
	headers := r.vm.NewObject()
	for name, value := range response.Header {
		_ = headers.Set(name, value)
	}
	object := r.vm.NewObject()
	for name, value := range map[string]any{
		"status": status, "statusText": http.StatusText(status), "headers": headers, "url": address,
		"body": r.uint8Array(append([]byte{}, response.Body...)),
	} {
		_ = object.Set(name, value)
	}
	return object
}

// parseURL is (url, base or undefined) → parts.
func (r *realm) parseURL(call goja.FunctionCall) goja.Value {
	text := call.Argument(0).String()
	u, err := url.Parse(strings.TrimSpace(text))
	if err == nil && !u.IsAbs() {
		base := call.Argument(1)
		var b *url.URL
		if goja.IsUndefined(base) {
			err = errors.New("not absolute")
		} else if b, err = url.Parse(base.String()); err == nil && b.IsAbs() && b.Opaque == "" {
			u = b.ResolveReference(u)
		} else {
			err = errors.New("no usable base")
		}
	}
	if err != nil {
		invalid := r.vm.NewTypeError("Invalid URL")
		_ = invalid.Set("code", "ERR_INVALID_URL")
		_ = invalid.Set("input", text)
		panic(invalid)
	}
	return r.urlParts(u)
}

// changeURL is (href, name of a part, value) → parts.
func (r *realm) changeURL(call goja.FunctionCall) goja.Value {
	u, err := url.Parse(call.Argument(0).String())
	if err != nil {
		panic(r.vm.NewTypeError("Invalid URL"))
	}
	value := call.Argument(2).String()
	switch call.Argument(1).String() {
	case "href":
		if u, err = url.Parse(value); err != nil || !u.IsAbs() {
			panic(r.vm.NewTypeError("Invalid URL"))
		}
	case "search":
		u.RawQuery = strings.TrimPrefix(value, "?")
	case "hash":
		u.Fragment, u.RawFragment = strings.TrimPrefix(value, "#"), ""
	case "pathname":
		u.Path, u.RawPath = value, ""
	case "host":
		u.Host = value
	case "hostname":
		u.Host = strings.Replace(u.Host, u.Hostname(), value, 1)
	case "port":
		u.Host = strings.TrimSuffix(u.Hostname()+":"+value, ":")
	case "protocol":
		u.Scheme = strings.TrimSuffix(value, ":")
	}
	return r.urlParts(u)
}

func (r *realm) urlParts(u *url.URL) goja.Value {
	special := map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}
	port, isSpecial := special[u.Scheme]
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	if isSpecial {
		if port != "" && u.Port() == port {
			u.Host = strings.TrimSuffix(u.Host, ":"+port)
		}
		if u.Path == "" && u.Opaque == "" {
			u.Path = "/"
		}
		// Also takes out the dots of an absolute address.
		u = u.ResolveReference(&url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery, Fragment: u.Fragment})
	}
	origin := "null"
	if isSpecial && u.Scheme != "file" {
		origin = u.Scheme + "://" + u.Host
	} else if rest, ok := strings.CutPrefix(u.String(), "blob:"); ok {
		if inner, err := url.Parse(rest); err == nil {
			origin = inner.Scheme + "://" + inner.Host
		}
	}
	prefixed := func(prefix, text string) string {
		if text == "" {
			return ""
		}
		return prefix + text
	}
	password, _ := u.User.Password()
	pathname := u.EscapedPath()
	if u.Opaque != "" {
		pathname = u.Opaque
	}
	parts := r.vm.NewObject()
	for name, value := range map[string]string{
		"href": u.String(), "protocol": u.Scheme + ":", "username": u.User.Username(), "password": password, "host": u.Host,
		"hostname": u.Hostname(), "port": u.Port(), "pathname": pathname, "search": prefixed("?", u.RawQuery), "hash": prefixed("#", u.EscapedFragment()),
		"origin": origin,
	} {
		_ = parts.Set(name, value)
	}
	return parts
}

func (r *realm) setLocation(address string) error {
	set, _ := goja.AssertFunction(r.native.Get("setLocation"))
	_, err := set(goja.Undefined(), r.vm.ToValue(address))
	return err
}

// networkNatives are URL and fetch for the prelude.
func (r *realm) networkNatives(set func(string, func(goja.FunctionCall) goja.Value)) {
	set("parseURL", r.parseURL)
	set("changeURL", r.changeURL)
	set("fetch", r.fetchNative)
	set("createObjectURL", func(call goja.FunctionCall) goja.Value {
		b := append([]byte{}, r.mustBytes(call.Argument(0))...)
		r.world.mu.Lock()
		defer r.world.mu.Unlock()
		r.world.seq++
		address := fmt.Sprintf("blob:https://jshost.test/%d", r.world.seq)
		r.world.blobs[address] = b
		return r.vm.ToValue(address)
	})
	set("revokeObjectURL", func(call goja.FunctionCall) goja.Value {
		r.world.mu.Lock()
		defer r.world.mu.Unlock()
		delete(r.world.blobs, call.Argument(0).String())
		return goja.Undefined()
	})
}
