// What every realm has besides the language: console, timers, text, randomness.
// Each script of the prelude is a function of the global object and of `native`,
// the way to Go, on which it leaves what Go calls.
(function (global, native) {
  const define = (name, value) =>
    Object.defineProperty(global, name, { value, writable: true, enumerable: false, configurable: true });
  native.define = define;
  define('self', global);

  native.call = (f, ...args) => f(...args);
  native.method = (object, f) => f.call(object);
  native.isView = ArrayBuffer.isView;
  native.mapSet = (map, key, value) => map.set(key, value);
  native.setAdd = (set, value) => set.add(value);
  native.platform = Symbol('platform object');
  native.core = Symbol('core');
  native.reflect = {
    get: Reflect.get,
    set: Reflect.set,
    deleteProperty: Reflect.deleteProperty,
    apply: Reflect.apply,
    construct: Reflect.construct,
    instanceOf: (value, type) => value instanceof type,
  };
  const constructors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  native.makeError = (name, message, code, details) => {
    const error = new (constructors[name] ?? Error)(message);
    if (code !== undefined) error.code = code;
    if (details !== undefined) error.details = details;
    return error;
  };

  if (Symbol.asyncIterator === undefined) {
    Object.defineProperty(Symbol, 'asyncIterator', { value: Symbol.for('Symbol.asyncIterator') });
  }

  const describe = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) {
      const stack = String(value.stack ?? '');
      return stack.includes(value.message) ? stack : `${value}\n${stack}`;
    }
    if (typeof value === 'object' && value !== null) {
      try {
        return JSON.stringify(value) ?? String(value);
      } catch {
        return Object.prototype.toString.call(value);
      }
    }
    return typeof value === 'bigint' ? `${value}n` : String(value);
  };
  const print = (...values) => native.print(values.map(describe).join(' '));
  const console = {};
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir']) console[name] = print;
  for (const name of ['group', 'groupEnd', 'time', 'timeEnd', 'count', 'table', 'clear']) console[name] = () => {};
  console.assert = (condition, ...values) => {
    if (!condition) print('Assertion failed:', ...values);
  };
  define('console', console);

  define('setTimeout', (...args) => native.setTimeout(...args));
  define('setInterval', (...args) => native.setInterval(...args));
  define('clearTimeout', (id) => native.clearTimer(id));
  define('clearInterval', (id) => native.clearTimer(id));
  define('reportError', (error) => native.report(error));
  const resolved = Promise.resolve();
  define('queueMicrotask', (callback) => {
    if (typeof callback !== 'function') throw new TypeError('the callback is not a function');
    resolved.then(() => {
      try {
        callback();
      } catch (error) {
        native.report(error);
      }
    });
  });

  const origin = native.timeOrigin();
  define('performance', { timeOrigin: origin, now: () => native.now(), mark() {}, measure() {} });

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      return native.encode(String(text));
    }
    encodeInto(text, target) {
      let read = 0;
      let written = 0;
      for (const char of String(text)) {
        const bytes = native.encode(char);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += char.length;
      }
      return { read, written };
    }
  }
  define('TextEncoder', TextEncoder);

  class TextDecoder {
    #fatal;
    #ignoreBOM;
    #rest = null;
    #started = false;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      const name = String(label).trim().toLowerCase();
      if (!['utf-8', 'utf8', 'unicode-1-1-utf-8'].includes(name)) throw new RangeError(`The encoding label '${label}' is not supported`);
      this.#fatal = Boolean(fatal);
      this.#ignoreBOM = Boolean(ignoreBOM);
    }
    get encoding() {
      return 'utf-8';
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBOM;
    }
    decode(input = new Uint8Array(0), { stream = false } = {}) {
      let bytes = input;
      if (this.#rest) {
        const next = input instanceof ArrayBuffer ? new Uint8Array(input) : new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
        bytes = new Uint8Array(this.#rest.length + next.length);
        bytes.set(this.#rest);
        bytes.set(next, this.#rest.length);
        this.#rest = null;
      }
      const [text, used] = native.decode(bytes, this.#fatal, this.#ignoreBOM || this.#started, Boolean(stream));
      if (stream) {
        const all = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        if (used < all.length) this.#rest = all.slice(used);
        this.#started ||= used > 0;
      } else {
        this.#started = false;
      }
      return text;
    }
  }
  define('TextDecoder', TextDecoder);

  const crypto = {
    getRandomValues(array) {
      if (!ArrayBuffer.isView(array) || array instanceof Float32Array || array instanceof Float64Array || array instanceof DataView) {
        throw new TypeError('an integer array is needed');
      }
      if (array.byteLength > 65536) {
        throw native.makeDOMException(`The ArrayBufferView's byte length (${array.byteLength}) exceeds the number of bytes of entropy available via this API (65536)`, 'QuotaExceededError');
      }
      return native.random(array);
    },
    randomUUID() {
      const b = native.random(new Uint8Array(16));
      b[6] = (b[6] & 0x0f) | 0x40;
      b[8] = (b[8] & 0x3f) | 0x80;
      const hex = Array.from(b, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
  define('crypto', crypto);

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  define('btoa', (text) => {
    const s = String(text);
    let out = '';
    for (let i = 0; i < s.length; i += 3) {
      const [a, b, c] = [s.charCodeAt(i), s.charCodeAt(i + 1), s.charCodeAt(i + 2)];
      if (a > 255 || b > 255 || c > 255) throw native.makeDOMException('The string contains characters outside of the Latin1 range', 'InvalidCharacterError');
      out += alphabet[a >> 2] + alphabet[((a & 3) << 4) | (b >> 4)];
      out += i + 1 < s.length ? alphabet[((b & 15) << 2) | (c >> 6)] : '=';
      out += i + 2 < s.length ? alphabet[c & 63] : '=';
    }
    return out;
  });
  define('atob', (text) => {
    const s = String(text).replace(/[\t\n\f\r ]/g, '').replace(/={1,2}$/, '');
    if (s.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(s)) throw native.makeDOMException('The string to be decoded is not correctly encoded', 'InvalidCharacterError');
    let out = '';
    let bits = 0;
    let value = 0;
    for (const char of s) {
      value = ((value << 6) | alphabet.indexOf(char)) & 0xffffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out += String.fromCharCode((value >> bits) & 255);
      }
    }
    return out;
  });
});
