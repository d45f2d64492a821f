// fetch, by the rules of the web tool, and its Response.
function (native, require) {
  const { Headers } = require('headers');
  const { DOMException } = require('domexception');
  const bytesOf = (body) => body === null || body === undefined ? new Uint8Array(0)
    : ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()
    : native.kind(body) === 'ArrayBuffer' ? new Uint8Array(body).slice() : native.encode(String(body), 'utf8');
  class Response {
    #bytes; #head; #used = false;
    constructor(body, init = {}) {
      this.#bytes = bytesOf(body);
      const { status = 200, statusText = '', headers, url = '', redirected = false } = init;
      if (!(status >= 200 && status <= 599)) throw new RangeError('Response: status must be from 200 to 599');
      this.#head = { status, statusText: String(statusText), headers: new Headers(headers), url, redirected };
    }
    static json(data, init) {
      const response = new Response(JSON.stringify(data), init);
      if (!response.headers.has('content-type')) response.headers.set('content-type', 'application/json');
      return response;
    }
    get status() { return this.#head.status; }
    get statusText() { return this.#head.statusText; }
    get ok() { return this.status >= 200 && this.status < 300; }
    get headers() { return this.#head.headers; }
    get url() { return this.#head.url; }
    get redirected() { return this.#head.redirected; }
    get type() { return 'basic'; }
    get bodyUsed() { return this.#used; }
    async bytes() {
      if (this.#used) throw new TypeError('Body is unusable: it was read before; use clone()');
      this.#used = true;
      return this.#bytes;
    }
    async arrayBuffer() { return (await this.bytes()).buffer; }
    async text() {
      const bytes = await this.bytes();
      return native.decode(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes, 'utf8');
    }
    async json() { return JSON.parse(await this.text()); }
    async blob() { return new (require('blob').Blob)([await this.bytes()], { type: this.headers.get('content-type') ?? '' }); }
    clone() {
      if (this.#used) throw new TypeError('Response.clone: the body was read before');
      return new Response(this.#bytes, this.#head);
    }
    get [Symbol.toStringTag]() { return 'Response'; }
    [Symbol.for('nodejs.util.inspect.custom')]() {
      return `Response { status: ${this.status}, ok: ${this.ok}, url: ${native.inspect(this.url)}, contentType: ${native.inspect(this.headers.get('content-type'))} }`;
    }
  }
  const fetch = async (input, init = {}) => {
    if (!native.canFetch()) {
      throw new TypeError('fetch is not allowed: the option allowNetwork of the javascript tool is off. Only the user can switch it on.');
    }
    init ??= {};
    const method = String(init.method ?? 'GET').toUpperCase();
    if (method !== 'GET' || init.body !== undefined && init.body !== null) {
      throw new TypeError(`fetch: ${method === 'GET' ? 'a body' : method} is not possible here; scripts can only GET.`);
    }
    let accept = '';
    for (const [name, value] of new Headers(init.headers)) {
      if (name !== 'accept') throw new TypeError(`fetch: the header ${name} is not sent; accept is the only header that scripts may set.`);
      accept = value;
    }
    const { signal, redirect = 'follow' } = init;
    if (!['follow', 'manual', 'error'].includes(redirect)) throw new TypeError("fetch: redirect must be 'follow', 'manual' or 'error'");
    if (signal?.aborted) throw signal.reason;
    const url = typeof input === 'object' && input !== null ? String(input.href ?? input.url ?? input) : String(input);
    const { answer, cancel } = native.fetch(url, accept, redirect);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const { body, ...head } = await answer;
      return new Response(body, head);
    } catch (error) {
      if (signal?.aborted) throw signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  Object.defineProperty(fetch, 'name', { value: 'fetch' });
  return { fetch, Response };
}
