// URL, fetch and what it answers with.
(function (global, native) {
  const { define, platform } = native;

  class URLSearchParams {
    #list = [];
    #changed = () => {};
    constructor(init = '', changed) {
      if (changed) this.#changed = changed;
      if (typeof init === 'string') {
        for (const part of init.replace(/^\?/, '').split('&')) {
          if (part === '') continue;
          const [key, ...rest] = part.split('=');
          this.#list.push([unescape(key), unescape(rest.join('='))]);
        }
      } else {
        const entries = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
        for (const [key, value] of entries) this.#list.push([String(key), String(value)]);
      }
    }
    get(name) {
      return this.#list.find(([key]) => key === name)?.[1] ?? null;
    }
    getAll(name) {
      return this.#list.filter(([key]) => key === name).map(([, value]) => value);
    }
    has(name) {
      return this.#list.some(([key]) => key === name);
    }
    append(name, value) {
      this.#list.push([String(name), String(value)]);
      this.#changed(this.toString());
    }
    set(name, value) {
      const entry = this.#list.find(([key]) => key === name);
      if (!entry) return this.append(name, value);
      entry[1] = String(value);
      this.#list = this.#list.filter((e) => e[0] !== name || e === entry);
      this.#changed(this.toString());
    }
    delete(name) {
      this.#list = this.#list.filter(([key]) => key !== name);
      this.#changed(this.toString());
    }
    forEach(callback) {
      for (const [key, value] of this.#list) callback(value, key, this);
    }
    keys() {
      return this.#list.map(([key]) => key)[Symbol.iterator]();
    }
    values() {
      return this.#list.map(([, value]) => value)[Symbol.iterator]();
    }
    entries() {
      return this.#list.map((entry) => [...entry])[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    get size() {
      return this.#list.length;
    }
    toString() {
      return this.#list.map(([key, value]) => `${escape(key)}=${escape(value)}`).join('&');
    }
  }
  const escape = (text) => encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const unescape = (text) => {
    try {
      return decodeURIComponent(text.replace(/\+/g, ' '));
    } catch {
      return text;
    }
  };
  define('URLSearchParams', URLSearchParams);

  class URL {
    #parts;
    #params;
    constructor(url, base) {
      this.#parts = native.parseURL(String(url), base === undefined ? undefined : String(base));
    }
    static canParse(url, base) {
      try {
        return Boolean(new URL(url, base));
      } catch {
        return false;
      }
    }
    static createObjectURL(blob) {
      return native.createObjectURL(blob[blobBytes]);
    }
    static revokeObjectURL(url) {
      native.revokeObjectURL(String(url));
    }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.search, (query) => this.#reparse('search', query));
      return this.#params;
    }
    #reparse(name, value) {
      this.#parts = native.changeURL(this.#parts.href, name, String(value));
    }
    static {
      for (const name of ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
        Object.defineProperty(URL.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#parts[name];
          },
          set(value) {
            this.#params = undefined;
            this.#reparse(name, value);
          },
        });
      }
    }
    get origin() {
      return this.#parts.origin;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  }
  Object.defineProperty(URL.prototype, platform, { value: 'URL' });
  define('URL', URL);
  native.resolveURL = (url, base) => {
    try {
      return new URL(url).href;
    } catch {
      return new URL(url, base).href;
    }
  };

  const bytesOf = (part) => {
    if (part === null || part === undefined) return new Uint8Array(0);
    if (part instanceof ArrayBuffer) return new Uint8Array(part.slice(0));
    if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength));
    if (part[blobBytes]) return part[blobBytes];
    return native.encode(String(part));
  };

  const blobBytes = Symbol('bytes');
  class Blob {
    constructor(parts = [], { type = '' } = {}) {
      const all = parts.map(bytesOf);
      const bytes = new Uint8Array(all.reduce((sum, b) => sum + b.length, 0));
      let at = 0;
      for (const b of all) {
        bytes.set(b, at);
        at += b.length;
      }
      Object.defineProperty(this, blobBytes, { value: bytes });
      this.type = String(type);
    }
    get size() {
      return this[blobBytes].length;
    }
    async arrayBuffer() {
      return this[blobBytes].slice().buffer;
    }
    async bytes() {
      return this[blobBytes].slice();
    }
    async text() {
      return new TextDecoder().decode(this[blobBytes]);
    }
  }
  define('Blob', Blob);

  class Headers {
    #map = new Map();
    constructor(init = {}) {
      const entries = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
      for (const [name, value] of entries) this.append(name, value);
    }
    append(name, value) {
      const key = String(name).toLowerCase();
      this.#map.set(key, this.#map.has(key) ? `${this.#map.get(key)}, ${value}` : String(value));
    }
    set(name, value) {
      this.#map.set(String(name).toLowerCase(), String(value));
    }
    get(name) {
      return this.#map.get(String(name).toLowerCase()) ?? null;
    }
    has(name) {
      return this.#map.has(String(name).toLowerCase());
    }
    delete(name) {
      this.#map.delete(String(name).toLowerCase());
    }
    forEach(callback) {
      for (const [name, value] of this) callback(value, name, this);
    }
    entries() {
      return [...this.#map.entries()].sort(([a], [b]) => (a < b ? -1 : 1))[Symbol.iterator]();
    }
    keys() {
      return [...this.entries()].map(([name]) => name)[Symbol.iterator]();
    }
    values() {
      return [...this.entries()].map(([, value]) => value)[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  }
  define('Headers', Headers);

  class Response {
    #bytes;
    #used = false;
    constructor(body = null, init = {}) {
      this.#bytes = bytesOf(body);
      this.status = init.status ?? 200;
      this.statusText = init.statusText ?? '';
      this.headers = new Headers(init.headers);
      if (typeof body === 'string' && !this.headers.has('content-type')) this.headers.set('content-type', 'text/plain;charset=UTF-8');
      this.url = init[responseURL] ?? '';
      this.redirected = false;
      this.type = init[responseURL] ? 'basic' : 'default';
      this.body = null;
    }
    static json(data, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      return new Response(JSON.stringify(data), { ...init, headers });
    }
    get ok() {
      return this.status >= 200 && this.status < 300;
    }
    get bodyUsed() {
      return this.#used;
    }
    #take() {
      if (this.#used) throw new TypeError('Body has already been consumed.');
      this.#used = true;
      return this.#bytes;
    }
    clone() {
      if (this.#used) throw new TypeError('Body has already been consumed.');
      const init = { status: this.status, statusText: this.statusText, headers: this.headers };
      if (this.url) init[responseURL] = this.url;
      return new Response(this.#bytes.slice(), init);
    }
    async arrayBuffer() {
      const bytes = this.#take();
      return bytes.buffer.byteLength === bytes.length ? bytes.buffer : bytes.slice().buffer;
    }
    async bytes() {
      return this.#take();
    }
    async blob() {
      return new Blob([this.#take()], { type: this.headers.get('content-type') ?? '' });
    }
    async text() {
      return new TextDecoder().decode(this.#take());
    }
    async json() {
      return JSON.parse(await this.text());
    }
  }
  const responseURL = Symbol('url');
  Object.defineProperty(Response.prototype, platform, { value: 'Response' });
  define('Response', Response);

  class Request {
    constructor(input, init = {}) {
      this.url = native.resolveURL(typeof input === 'string' ? input : (input.url ?? String(input)), global.location?.href ?? 'about:blank');
      this.method = String(init.method ?? input?.method ?? 'GET').toUpperCase();
      this.headers = new Headers(init.headers ?? input?.headers);
      this.signal = init.signal ?? input?.signal ?? null;
      this.body = init.body ?? null;
    }
  }
  define('Request', Request);

  define('fetch', (input, init) => {
    let request;
    try {
      request = new Request(input, init ?? {});
    } catch (error) {
      return Promise.reject(new TypeError(`Failed to parse URL from ${input}`));
    }
    const { signal } = request;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      const body = request.body === null ? null : bytesOf(request.body);
      native.fetch(request.url, request.method, Object.fromEntries(request.headers), body).then(({ status, statusText, headers, body, url }) => {
        resolve(new Response(body, { status, statusText, headers, [responseURL]: url }));
      }, reject);
    });
  });

  define('navigator', { userAgent: 'jshost', language: 'en', languages: ['en'], hardwareConcurrency: 1, onLine: true });
  native.setLocation = (href) => define('location', new URL(href));
});
