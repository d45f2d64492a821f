// DOMException, events, and AbortSignal.
(function (global, native) {
  const { define, platform } = native;

  const codes = { IndexSizeError: 1, NotFoundError: 8, NotSupportedError: 9, InvalidStateError: 11, SyntaxError: 12, InvalidAccessError: 15, NetworkError: 19, AbortError: 20, QuotaExceededError: 22, TimeoutError: 23, DataCloneError: 25 };
  class DOMException extends Error {
    #name;
    constructor(message = '', name = 'Error') {
      super(message);
      this.#name = typeof name === 'object' && name !== null ? String(name.name ?? 'Error') : String(name);
    }
    get name() {
      return this.#name;
    }
    get code() {
      return codes[this.#name] ?? 0;
    }
  }
  Object.defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });
  define('DOMException', DOMException);
  native.makeDOMException = (message, name) => new DOMException(message, name);

  class Event {
    #stopped = false;
    constructor(type, init = {}) {
      this.type = String(type);
      this.bubbles = Boolean(init.bubbles);
      this.cancelable = Boolean(init.cancelable);
      this.defaultPrevented = false;
      this.target = null;
      this.currentTarget = null;
      this.timeStamp = native.now();
      this.isTrusted = false;
    }
    preventDefault() {
      if (this.cancelable) this.defaultPrevented = true;
    }
    stopPropagation() {}
    stopImmediatePropagation() {
      this.#stopped = true;
    }
    static stopped(event) {
      return event.#stopped;
    }
  }
  const isStopped = Event.stopped;
  delete Event.stopped;
  Object.defineProperty(Event.prototype, platform, { value: 'Event' });
  class CustomEvent extends Event {
    constructor(type, init = {}) {
      super(type, init);
      this.detail = init.detail ?? null;
    }
  }
  class MessageEvent extends Event {
    constructor(type, init = {}) {
      super(type, init);
      this.data = init.data ?? null;
      this.origin = init.origin ?? '';
      this.lastEventId = '';
      this.source = init.source ?? null;
      this.ports = init.ports ?? [];
    }
  }
  class ErrorEvent extends Event {
    constructor(type, init = {}) {
      super(type, init);
      this.message = init.message ?? '';
      this.filename = init.filename ?? '';
      this.lineno = init.lineno ?? 0;
      this.colno = init.colno ?? 0;
      this.error = init.error ?? null;
    }
  }
  for (const type of [Event, CustomEvent, MessageEvent, ErrorEvent]) define(type.name, type);

  // Listeners live beside their targets, so that the global object can be one.
  const registered = new WeakMap();
  const listenersOf = (target) => {
    let list = registered.get(target);
    if (!list) registered.set(target, (list = []));
    return list;
  };
  const remove = (target, entry) => {
    const list = listenersOf(target);
    const at = list.indexOf(entry);
    if (at >= 0) list.splice(at, 1);
    entry.removed = true;
    entry.forget?.();
  };
  const methods = {
    addEventListener(type, listener, options) {
      const target = this ?? global;
      if (listener === null || listener === undefined) return;
      const { once = false, capture = false, signal } = typeof options === 'object' && options !== null ? options : { capture: Boolean(options) };
      if (signal?.aborted) return;
      if (listenersOf(target).some((e) => e.type === type && e.listener === listener && e.capture === Boolean(capture))) return;
      const entry = { type: String(type), listener, once: Boolean(once), capture: Boolean(capture), removed: false };
      listenersOf(target).push(entry);
      if (signal) {
        const abort = () => remove(target, entry);
        entry.forget = () => signal.removeEventListener('abort', abort);
        signal.addEventListener('abort', abort);
      }
    },
    removeEventListener(type, listener, options) {
      const target = this ?? global;
      const capture = Boolean(typeof options === 'object' && options !== null ? options.capture : options);
      const entry = listenersOf(target).find((e) => e.type === type && e.listener === listener && e.capture === capture);
      if (entry) remove(target, entry);
    },
    dispatchEvent(event) {
      const target = this ?? global;
      event.target ??= target;
      event.currentTarget = target;
      for (const entry of listenersOf(target).slice()) {
        if (entry.type !== event.type || entry.removed || isStopped(event)) continue;
        if (entry.once) remove(target, entry);
        try {
          if (typeof entry.listener === 'function') entry.listener.call(target, event);
          else entry.listener.handleEvent(event);
        } catch (error) {
          native.report(error);
        }
      }
      return !event.defaultPrevented;
    },
  };
  class EventTarget {}
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(EventTarget.prototype, name, { value, writable: true, configurable: true });
    define(name, value);
  }
  define('EventTarget', EventTarget);

  // handler makes `ontype` of an object an event handler, called in the order in
  // which it was first set.
  native.handler = (prototype, type, onSet) => {
    const handlers = new WeakMap();
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get() {
        return handlers.get(this ?? global)?.value ?? null;
      },
      set(value) {
        const target = this ?? global;
        let handler = handlers.get(target);
        if (!handler) {
          handler = { value: null };
          handlers.set(target, handler);
          methods.addEventListener.call(target, type, (event) => {
            if (typeof handler.value !== 'function') return;
            if (type === 'error' && target === global) {
              if (handler.value.call(target, event.message, event.filename, event.lineno, event.colno, event.error) === true) event.preventDefault();
            } else if (handler.value.call(target, event) === false) {
              event.preventDefault();
            }
          });
        }
        handler.value = typeof value === 'function' ? value : null;
        onSet?.(target);
      },
    });
  };

  const secret = Symbol('construct');
  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    #followers = [];
    constructor(key) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      super();
    }
    get aborted() {
      return this.#aborted;
    }
    get reason() {
      return this.#reason;
    }
    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
    }
    static abort(reason) {
      const signal = new AbortSignal(secret);
      trigger(signal, reason);
      return signal;
    }
    static timeout(milliseconds) {
      const signal = new AbortSignal(secret);
      native.setTimeout(() => trigger(signal, new DOMException('signal timed out', 'TimeoutError')), milliseconds);
      return signal;
    }
    static any(signals) {
      const signal = new AbortSignal(secret);
      const sources = Array.from(signals);
      const source = sources.find((s) => s.aborted);
      if (source) trigger(signal, source.reason);
      else for (const s of sources) s.#followers.push(signal);
      return signal;
    }
    static trigger(signal, reason = new DOMException('signal is aborted without reason', 'AbortError')) {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason;
      const followers = signal.#followers;
      signal.#followers = [];
      signal.dispatchEvent(new Event('abort'));
      for (const follower of followers) trigger(follower, reason);
    }
  }
  const trigger = AbortSignal.trigger;
  delete AbortSignal.trigger;
  native.handler(AbortSignal.prototype, 'abort');
  Object.defineProperty(AbortSignal.prototype, platform, { value: 'AbortSignal' });
  define('AbortSignal', AbortSignal);

  class AbortController {
    #signal = new AbortSignal(secret);
    get signal() {
      return this.#signal;
    }
    abort(reason) {
      trigger(this.#signal, reason);
    }
  }
  Object.defineProperty(AbortController.prototype, platform, { value: 'AbortController' });
  define('AbortController', AbortController);

  define('structuredClone', (value, options) => native.clone(value, options?.transfer ?? []));
});
