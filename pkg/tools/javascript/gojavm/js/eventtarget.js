// Event, EventTarget, AbortController and AbortSignal.
function (native, require) {
  const { DOMException } = require('domexception');
  const state = new WeakMap();
  class Event {
    constructor(type, init = {}) {
      if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
      state.set(this, { type: String(type), bubbles: !!init.bubbles, cancelable: !!init.cancelable, composed: !!init.composed,
        prevented: false, stopped: false, target: null, time: native.now() });
    }
    get type() { return state.get(this).type; }
    get bubbles() { return state.get(this).bubbles; }
    get cancelable() { return state.get(this).cancelable; }
    get composed() { return state.get(this).composed; }
    get defaultPrevented() { return state.get(this).prevented; }
    get target() { return state.get(this).target; }
    get currentTarget() { return state.get(this).target; }
    get timeStamp() { return state.get(this).time; }
    get isTrusted() { return false; }
    preventDefault() { if (this.cancelable) state.get(this).prevented = true; }
    stopPropagation() {}
    stopImmediatePropagation() { state.get(this).stopped = true; }
  }
  class CustomEvent extends Event {
    #detail;
    constructor(type, init = {}) { super(type, init); this.#detail = init.detail ?? null; }
    get detail() { return this.#detail; }
  }
  const listeners = new WeakMap();
  const of = (target) => {
    let map = listeners.get(target);
    if (!map) listeners.set(target, map = new Map());
    return map;
  };
  class EventTarget {
    addEventListener(type, callback, options) {
      if (callback === null || callback === undefined) return;
      const { once = false, capture = false, signal } = typeof options === 'object' && options !== null ? options : { capture: !!options };
      if (signal?.aborted) return;
      const map = of(this), list = map.get(String(type)) ?? [];
      if (list.some((l) => l.callback === callback && l.capture === !!capture)) return;
      map.set(String(type), [...list, { callback, once: !!once, capture: !!capture }]);
      signal?.addEventListener('abort', () => this.removeEventListener(type, callback, { capture }), { once: true });
    }
    removeEventListener(type, callback, options) {
      const capture = !!(typeof options === 'object' && options !== null ? options.capture : options);
      const map = of(this), list = map.get(String(type));
      if (list) map.set(String(type), list.filter((l) => l.callback !== callback || l.capture !== capture));
    }
    dispatchEvent(event) {
      const s = state.get(event);
      if (!s) throw new TypeError('The "event" argument must be an instance of Event');
      s.target = this;
      const handler = this['on' + s.type];
      const list = [...(of(this).get(s.type) ?? [])];
      if (typeof handler === 'function') list.push({ callback: handler });
      for (const l of list) {
        if (l.once) this.removeEventListener(s.type, l.callback, { capture: l.capture });
        if (typeof l.callback === 'function') l.callback.call(this, event);
        else l.callback.handleEvent?.(event);
        if (s.stopped) break;
      }
      return !s.prevented;
    }
  }
  const key = Symbol('create');
  const signals = new WeakMap();
  const abort = (signal, reason) => {
    const s = signals.get(signal);
    if (s.aborted) return;
    s.aborted = true;
    s.reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
    signal.dispatchEvent(new Event('abort'));
  };
  class AbortSignal extends EventTarget {
    onabort = null;
    constructor(k) {
      if (k !== key) throw new TypeError('Illegal constructor');
      super();
      Object.defineProperty(this, 'onabort', { enumerable: false, writable: true });
      signals.set(this, { aborted: false, reason: undefined });
    }
    get aborted() { return signals.get(this).aborted; }
    get reason() { return signals.get(this).reason; }
    throwIfAborted() { if (this.aborted) throw this.reason; }
    static abort(reason) { const s = new AbortSignal(key); abort(s, reason); return s; }
    static timeout(ms) {
      const s = new AbortSignal(key);
      setTimeout(() => abort(s, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
      return s;
    }
    static any(list) {
      const s = new AbortSignal(key);
      for (const other of list) {
        if (other.aborted) { abort(s, other.reason); break; }
        other.addEventListener('abort', () => abort(s, other.reason), { once: true });
      }
      return s;
    }
  }
  class AbortController {
    #signal = new AbortSignal(key);
    get signal() { return this.#signal; }
    abort(reason) { abort(this.#signal, reason); }
  }
  return { Event, CustomEvent, EventTarget, AbortSignal, AbortController };
}
