package gojavm

import (
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"strings"

	"github.com/dop251/goja"
)

// cryptoModule makes the parts of Web Crypto and of Node's crypto that scripts
// use: random values and digests.
func (w *world) cryptoModule() *goja.Object {
	c, subtle := w.rt.NewObject(), w.rt.NewObject()
	w.method(c, "getRandomValues", func(call goja.FunctionCall) goja.Value {
		data, ok := viewBytes(call.Argument(0))
		if !ok {
			w.throw("TypeError", "The \"typedArray\" argument must be an integer TypedArray", "code", "ERR_INVALID_ARG_TYPE")
		}
		if len(data) > 65536 {
			w.throw("RangeError", "The requested length exceeds 65,536 bytes")
		}
		_, _ = rand.Read(data)
		return call.Argument(0)
	})
	w.method(c, "randomUUID", func(goja.FunctionCall) goja.Value {
		var b [16]byte
		_, _ = rand.Read(b[:])
		b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
		s := hex.EncodeToString(b[:])
		return w.rt.ToValue(s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:])
	})
	w.method(c, "randomBytes", func(call goja.FunctionCall) goja.Value {
		n := call.Argument(0).ToInteger()
		if n < 0 || n > 1<<20 {
			w.throw("RangeError", "The value of \"size\" is out of range: it must be from 0 to 1048576", "code", "ERR_OUT_OF_RANGE")
		}
		data := make([]byte, n)
		_, _ = rand.Read(data)
		return w.newBuffer(data)
	})
	w.method(subtle, "digest", func(call goja.FunctionCall) goja.Value {
		return w.promised(func() goja.Value {
			name := call.Argument(0)
			if o, ok := name.(*goja.Object); ok {
				name = nonNil(o.Get("name"))
			}
			h := w.hasher(name.String())
			data, ok := viewBytes(call.Argument(1))
			if !ok {
				w.throw("TypeError", "The \"data\" argument must be an ArrayBuffer, TypedArray or DataView", "code", "ERR_INVALID_ARG_TYPE")
			}
			h.Write(data)
			return w.rt.ToValue(w.rt.NewArrayBuffer(h.Sum(nil)))
		})
	})
	_ = c.Set("subtle", subtle)
	_ = c.Set("webcrypto", c)
	w.method(c, "createHash", func(call goja.FunctionCall) goja.Value {
		h := w.hasher(call.Argument(0).String())
		o := w.rt.NewObject()
		w.method(o, "update", func(call goja.FunctionCall) goja.Value {
			if data, ok := viewBytes(call.Argument(0)); ok {
				h.Write(data)
			} else {
				encoding := "utf8"
				if e, ok := text(call.Argument(1)); ok {
					encoding = w.encodingOf(e)
				}
				h.Write(w.encodeText(call.Argument(0), encoding))
			}
			return o
		})
		w.method(o, "digest", func(call goja.FunctionCall) goja.Value {
			if e, ok := text(call.Argument(0)); ok {
				return w.decodeText(h.Sum(nil), w.encodingOf(e))
			}
			return w.newBuffer(h.Sum(nil))
		})
		return o
	})
	return c
}

func (w *world) hasher(name string) hash.Hash {
	switch strings.ReplaceAll(strings.ToLower(name), "-", "") {
	case "sha1":
		return sha1.New()
	case "sha256":
		return sha256.New()
	case "sha384":
		return sha512.New384()
	case "sha512":
		return sha512.New()
	}
	w.throw("Error", "Digest method not supported: "+name+" (allowed: SHA-1, SHA-256, SHA-384, SHA-512)", "code", "ERR_CRYPTO_INVALID_DIGEST")
	return nil
}
