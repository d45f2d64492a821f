// Node's EventEmitter.
function () {
  class EventEmitter {
    #map = new Map();
    #add(name, listener, first, once) {
      if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function');
      if (this.#map.has('newListener')) this.emit('newListener', name, listener);
      const list = [...(this.#map.get(name) ?? [])];
      list[first ? 'unshift' : 'push']({ listener, once });
      this.#map.set(name, list);
      return this;
    }
    on(name, listener) { return this.#add(name, listener, false, false); }
    addListener(name, listener) { return this.on(name, listener); }
    once(name, listener) { return this.#add(name, listener, false, true); }
    prependListener(name, listener) { return this.#add(name, listener, true, false); }
    prependOnceListener(name, listener) { return this.#add(name, listener, true, true); }
    off(name, listener) {
      const list = this.#map.get(name);
      const i = list ? list.findLastIndex((l) => l.listener === listener) : -1;
      if (i >= 0) {
        const rest = list.toSpliced(i, 1);
        if (rest.length) this.#map.set(name, rest); else this.#map.delete(name);
      }
      return this;
    }
    removeListener(name, listener) { return this.off(name, listener); }
    removeAllListeners(name) { if (name === undefined) this.#map.clear(); else this.#map.delete(name); return this; }
    emit(name, ...args) {
      const list = this.#map.get(name);
      if (!list) {
        if (name === 'error') throw args[0] instanceof Error ? args[0] : new Error(`Unhandled error. (${String(args[0])})`);
        return false;
      }
      for (const l of list) {
        if (l.once) this.off(name, l.listener);
        l.listener.apply(this, args);
      }
      return true;
    }
    listeners(name) { return (this.#map.get(name) ?? []).map((l) => l.listener); }
    listenerCount(name) { return (this.#map.get(name) ?? []).length; }
    eventNames() { return [...this.#map.keys()]; }
    setMaxListeners() { return this; }
    getMaxListeners() { return 10; }
    static once(emitter, name) {
      return new Promise((done, fail) => {
        const failed = (e) => { emitter.off(name, happened); fail(e); };
        const happened = (...args) => { emitter.off('error', failed); done(args); };
        emitter.once(name, happened);
        if (name !== 'error') emitter.once('error', failed);
      });
    }
  }
  EventEmitter.EventEmitter = EventEmitter;
  EventEmitter.defaultMaxListeners = 10;
  return EventEmitter;
}
