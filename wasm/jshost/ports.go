package jshost

import (
	"slices"

	"github.com/dop251/goja"
)

// portCore is one end of a message channel. It wanders between realms, each of
// which has its own MessagePort for it. Its fields are guarded by world.mu.
type portCore struct {
	world   *world
	peer    *portCore
	owner   *realm // nil on the way
	target  *goja.Object
	queue   []*message
	started bool
	closed  bool
}

// portHandle is what a MessagePort object holds; after a transfer, nothing.
type portHandle struct {
	realm *realm
	core  *portCore
}

func newPortPair(w *world) (a, b *portCore) {
	a, b = &portCore{world: w}, &portCore{world: w}
	a.peer, b.peer = b, a
	return a, b
}

// send delivers a message to the other end, or keeps it until that listens.
func (p *portCore) send(m *message) {
	w := p.world
	w.mu.Lock()
	defer w.mu.Unlock()
	peer := p.peer
	if p.closed || peer.closed {
		return
	}
	peer.queue = append(peer.queue, m)
	if peer.owner != nil && peer.started {
		peer.deliverLater()
	}
}

// deliverLater posts the delivery of one message. The caller holds mu.
func (p *portCore) deliverLater() {
	r := p.owner
	r.loop.postLocked(func() { p.deliver(r) })
}

// deliver takes one message, unless the port has moved on meanwhile.
func (p *portCore) deliver(r *realm) {
	p.world.mu.Lock()
	if p.owner != r || !p.started || p.closed || len(p.queue) == 0 {
		p.world.mu.Unlock()
		return
	}
	m := p.queue[0]
	p.queue = p.queue[1:]
	target := p.target
	p.world.mu.Unlock()
	r.dispatch(target, m)
}

// dispatch gives a message to an object's listeners.
func (r *realm) dispatch(target *goja.Object, m *message) {
	var data, ports goja.Value
	if ex := r.vm.Try(func() { data, ports = r.deserialize(m) }); ex != nil {
		r.report(ex)
		return
	}
	if _, err := r.hooks.message(goja.Undefined(), target, data, ports); err != nil {
		r.report(err)
	}
}

func (p *portCore) start() {
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	if p.started || p.closed || p.owner == nil {
		return
	}
	p.started = true
	for range p.queue {
		p.deliverLater()
	}
}

// close ends both directions. The other end keeps what it has already got.
func (p *portCore) close() {
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	p.closed = true
	p.queue, p.target = nil, nil
}

// leave takes the port out of its realm.
func (h *portHandle) leave() *portCore {
	p := h.core
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	h.core = nil
	h.realm.ports = slices.DeleteFunc(h.realm.ports, func(q *portCore) bool { return q == p })
	p.owner, p.target, p.started = nil, nil, false
	return p
}

// adopt makes this realm's MessagePort for a port.
func (r *realm) adopt(p *portCore) *goja.Object {
	v, err := r.hooks.port(goja.Undefined(), r.vm.ToValue(&portHandle{realm: r, core: p}))
	if err != nil {
		panic(err)
	}
	r.settlePort(p, v.(*goja.Object))
	return v.(*goja.Object)
}

func (r *realm) settlePort(p *portCore, target *goja.Object) {
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	p.owner, p.target = r, target
	r.ports = append(r.ports, p)
}

// portOf is the handle of a MessagePort, or nil.
func (r *realm) portOf(object *goja.Object) *portHandle {
	if r.hooks.coreOf == nil {
		return nil
	}
	inner, ok := object.GetSymbol(r.hooks.coreOf).(*goja.Object)
	if !ok {
		return nil
	}
	handle, _ := inner.Export().(*portHandle)
	return handle
}

// handleOf is the handle that the prelude passes.
func handleOf(v goja.Value) *portHandle {
	handle, _ := v.Export().(*portHandle)
	return handle
}

// messagingNatives are ports and workers for the prelude.
func (r *realm) messagingNatives(set func(string, func(goja.FunctionCall) goja.Value)) {
	set("portPair", func(goja.FunctionCall) goja.Value {
		a, b := newPortPair(r.world)
		return r.vm.NewArray(r.vm.ToValue(&portHandle{realm: r, core: a}), r.vm.ToValue(&portHandle{realm: r, core: b}))
	})
	set("portPost", func(call goja.FunctionCall) goja.Value {
		if handle := handleOf(call.Argument(0)); handle.core != nil {
			core := handle.core
			core.send(r.serialize(call.Argument(1), call.Argument(2)))
		}
		return goja.Undefined()
	})
	set("portStart", func(call goja.FunctionCall) goja.Value {
		if handle := handleOf(call.Argument(0)); handle.core != nil {
			// The target of a port made by portPair is known only now.
			if handle.core.owner == nil {
				r.settlePort(handle.core, call.Argument(1).(*goja.Object))
			}
			handle.core.start()
		}
		return goja.Undefined()
	})
	set("portClose", func(call goja.FunctionCall) goja.Value {
		if handle := handleOf(call.Argument(0)); handle.core != nil {
			handle.core.close()
		}
		return goja.Undefined()
	})
	set("workerStart", func(call goja.FunctionCall) goja.Value {
		started := r.startWorker(call.Argument(0).(*goja.Object), call.Argument(1).String(), call.Argument(2).String())
		return r.vm.ToValue(started)
	})
	set("workerPost", func(call goja.FunctionCall) goja.Value {
		call.Argument(0).Export().(*worker).send(r.serialize(call.Argument(1), call.Argument(2)))
		return goja.Undefined()
	})
	set("workerTerminate", func(call goja.FunctionCall) goja.Value {
		call.Argument(0).Export().(*worker).terminate()
		return goja.Undefined()
	})
	set("ownerPost", func(call goja.FunctionCall) goja.Value {
		r.worker.answer(r.serialize(call.Argument(0), call.Argument(1)))
		return goja.Undefined()
	})
	set("ownerClose", func(goja.FunctionCall) goja.Value {
		r.worker.closing.Store(true)
		return goja.Undefined()
	})
	set("importScript", func(call goja.FunctionCall) goja.Value {
		address := call.Argument(0).String()
		source, err := r.world.script(address)
		if err != nil {
			r.throwDOM("NetworkError", "The script at '%s' failed to load: %v", address, err)
		}
		if _, err := r.vm.RunScript(address, string(source)); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
}
