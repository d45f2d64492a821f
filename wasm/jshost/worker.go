package jshost

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/dop251/goja"
)

// errTerminated is the end of a worker's context.
var errTerminated = errors.New("jshost: the worker was terminated")

// worker is a realm with a goroutine of its own, and the Worker object that stands
// for it in the realm that started it.
type worker struct {
	world  *world
	url    string
	name   string
	owner  *realm
	target *goja.Object // belongs to the owner
	loop   *loop
	realm  *realm // belongs to the worker's goroutine
	ctx    context.Context
	cancel context.CancelCauseFunc
	// closing is set by close() in the worker: the task under way is the last.
	closing atomic.Bool
}

func (r *realm) startWorker(target *goja.Object, url, name string) *worker {
	w := &worker{world: r.world, url: url, name: name, owner: r, target: target, loop: newLoop(r.world)}
	// A worker outlives the call that started it, so its context is its own.
	w.ctx, w.cancel = context.WithCancelCause(context.Background())
	r.workers = append(r.workers, w)
	r.world.background.Add(1)
	go func() {
		defer r.world.background.Done()
		defer w.cancel(errTerminated)
		w.run()
	}()
	return w
}

// terminate ends the worker wherever it is. It does not wait for it.
func (w *worker) terminate() { w.cancel(errTerminated) }

// send gives a message to the worker. It waits until the script has run.
func (w *worker) send(m *message) {
	w.loop.post(func() { w.realm.dispatch(w.realm.vm.GlobalObject(), m) })
}

// answer gives a message to the Worker object.
func (w *worker) answer(m *message) {
	w.owner.loop.post(func() {
		if w.ctx.Err() == nil || w.closing.Load() {
			w.owner.dispatch(w.target, m)
		}
	})
}

// where names the worker in errors.
func (w *worker) where() string {
	if w.name != "" {
		return w.name
	}
	return w.url
}

func (w *worker) run() {
	r, err := newRealm(w.world, w, w.where(), w.loop)
	if err != nil {
		w.loop.end()
		w.fail(&UncaughtError{Thrown: Thrown{Message: err.Error()}, Where: w.where()})
		return
	}
	w.realm = r
	defer r.close()
	defer r.under(w.ctx)()
	if err := w.start(); err != nil {
		w.fail(&UncaughtError{Thrown: Thrown{Message: err.Error()}, Where: w.where()})
		return
	}
	for {
		r.checkpoint()
		for _, uncaught := range r.takeUncaught() {
			w.fail(uncaught)
		}
		if w.closing.Load() || w.ctx.Err() != nil || r.step(w.ctx) != nil {
			return
		}
	}
}

// start runs the worker's script. What it throws is reported like what a task
// throws; the error is that of loading it.
func (w *worker) start() error {
	r := w.realm
	scope, _ := goja.AssertFunction(r.native.Get("workerScope"))
	if _, err := scope(goja.Undefined(), r.vm.ToValue(w.name)); err != nil {
		return err
	}
	if err := r.setLocation(w.url); err != nil {
		return err
	}
	source, err := w.world.script(w.url)
	if err != nil {
		return fmt.Errorf("the worker's script does not load: %w", err)
	}
	if _, err := r.vm.RunScript(w.url, string(source)); err != nil {
		r.report(err)
	}
	return nil
}

// fail tells the owner of what nobody in the worker caught.
func (w *worker) fail(uncaught *UncaughtError) {
	uncaught.Value = nil // belongs to the worker's runtime
	w.owner.loop.post(func() {
		r := w.owner
		text := r.vm.ToValue("Uncaught " + uncaught.text())
		handled, err := r.hooks.failure(goja.Undefined(), w.target, text, r.vm.ToValue(w.url), goja.Null())
		if err != nil {
			r.report(err)
		} else if !handled.ToBoolean() {
			r.uncaught = append(r.uncaught, uncaught)
		}
	})
}

// takeUncaught returns what the tasks so far threw and no error listener of the
// realm handled.
func (r *realm) takeUncaught() []*UncaughtError {
	list := r.uncaught
	r.uncaught = nil
	var left []*UncaughtError
	for _, uncaught := range list {
		value := uncaught.Value
		if value == nil {
			value = goja.Null()
		}
		handled, err := r.hooks.failure(goja.Undefined(), r.vm.GlobalObject(), r.vm.ToValue("Uncaught "+uncaught.text()), goja.Undefined(), value)
		if err != nil || !handled.ToBoolean() {
			left = append(left, uncaught)
		}
	}
	return left
}
