// URL and URLSearchParams, after the URL standard.
function (native, require) {
  const scalar = (s) => native.decode(native.encode(String(s), 'utf8'), 'utf8');
  const ports = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21', 'file:': '' };
  const special = (protocol) => Object.hasOwn(ports, protocol);
  const percent = (text, unsafe) => {
    let out = '';
    for (const c of text) {
      if (c > '~' || c < ' ' || unsafe.includes(c)) for (const b of native.encode(c, 'utf8')) out += '%' + (b < 16 ? '0' : '') + b.toString(16).toUpperCase();
      else out += c;
    }
    return out;
  };
  const fragmentSet = ' "<>`', querySet = ' "#<>', pathSet = querySet + '?`{}^', userSet = pathSet + '/:;=@[\\]|';
  const unescape = (text) => {
    if (!text.includes('%')) return text;
    const bytes = native.encode(text, 'utf8'), out = [];
    for (let i = 0; i < bytes.length; i++) {
      const hex = bytes[i] === 37 ? String.fromCharCode(bytes[i + 1], bytes[i + 2]) : '';
      if (/^[0-9a-fA-F]{2}$/.test(hex)) { out.push(parseInt(hex, 16)); i += 2; } else out.push(bytes[i]);
    }
    return native.decode(new Uint8Array(out), 'utf8');
  };
  const invalid = (input, base) => {
    const e = new TypeError('Invalid URL');
    e.code = 'ERR_INVALID_URL';
    e.input = input;
    if (base !== undefined) e.base = base;
    return e;
  };

  // A label of a host name in Punycode (RFC 3492).
  const punycode = (label) => {
    const points = [...label].map((c) => c.codePointAt(0));
    const basic = points.filter((p) => p < 128);
    let out = String.fromCharCode(...basic) + (basic.length ? '-' : ''), n = 128, delta = 0, bias = 72, done = basic.length;
    const digit = (d) => String.fromCharCode(d < 26 ? d + 97 : d + 22);
    while (done < points.length) {
      const next = Math.min(...points.filter((p) => p >= n));
      delta += (next - n) * (done + 1);
      n = next;
      for (const p of points) {
        if (p < n) delta++;
        if (p !== n) continue;
        let q = delta;
        for (let k = 36; ; k += 36) {
          const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
          if (q < t) break;
          out += digit(t + (q - t) % (36 - t));
          q = Math.floor((q - t) / (36 - t));
        }
        out += digit(q);
        delta = done === basic.length ? Math.floor(delta / 700) : delta >> 1;
        delta += Math.floor(delta / (done + 1));
        let k = 0;
        for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
        bias = k + Math.floor(36 * delta / (delta + 38));
        delta = 0;
        done++;
      }
      delta++;
      n++;
    }
    return 'xn--' + out;
  };
  const parseIPv4 = (host) => {
    const parts = host.replace(/\.$/, '').split('.');
    if (!/^(0[xX][0-9a-fA-F]*|\d+)$/.test(parts[parts.length - 1])) return null;
    if (parts.length > 4) return undefined;
    const numbers = parts.map((p) => /^0[xX][0-9a-fA-F]*$/.test(p) ? (p.length === 2 ? 0 : parseInt(p.slice(2), 16)) : /^0[0-7]*$/.test(p) ? parseInt(p, 8) : /^\d+$/.test(p) ? parseInt(p, 10) : NaN);
    if (numbers.some(Number.isNaN)) return undefined;
    const last = numbers.pop();
    if (numbers.some((x) => x > 255) || last >= 256 ** (4 - numbers.length)) return undefined;
    const value = numbers.reduce((sum, x, i) => sum + x * 256 ** (3 - i), last);
    return [24, 16, 8, 0].map((s) => Math.floor(value / 2 ** s) % 256).join('.');
  };
  const parseIPv6 = (text) => {
    const v4 = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
    if (v4) {
      const b = v4[2].split('.').map(Number);
      if (b.some((x) => x > 255)) return undefined;
      text = v4[1] + ((b[0] << 8) | b[1]).toString(16) + ':' + ((b[2] << 8) | b[3]).toString(16);
    }
    const halves = text.split('::');
    if (halves.length > 2) return undefined;
    const pieces = (h) => h === '' ? [] : h.split(':');
    const head = pieces(halves[0]), tail = halves.length === 2 ? pieces(halves[1]) : [];
    const gap = 8 - head.length - tail.length;
    if (halves.length === 2 ? gap < 1 : gap !== 0) return undefined;
    const all = [...head, ...new Array(gap).fill('0'), ...tail];
    if (all.some((p) => !/^[0-9a-fA-F]{1,4}$/.test(p))) return undefined;
    const n = all.map((p) => parseInt(p, 16));
    let best = -1, length = 1;
    for (let i = 0; i < 8; i++) {
      let j = i;
      while (j < 8 && n[j] === 0) j++;
      if (j - i > length) { best = i; length = j - i; }
      if (j > i) i = j;
    }
    const hex = n.map((x) => x.toString(16));
    if (best < 0) return '[' + hex.join(':') + ']';
    return '[' + hex.slice(0, best).join(':') + '::' + hex.slice(best + length).join(':') + ']';
  };
  const parseHost = (host, isSpecial) => {
    if (host.startsWith('[')) return host.endsWith(']') ? parseIPv6(host.slice(1, -1)) : undefined;
    if (!isSpecial) return /[\0\t\n\r #/<>?@[\\\]^|]/.test(host) ? undefined : percent(host, '');
    let name = unescape(host).normalize('NFKC').toLowerCase().replace(/[\u3002\uff0e\uff61]/g, '.').replace(/\u00ad/g, '');
    if (/[^\0-\x7f]/.test(name)) name = name.split('.').map((l) => /[^\0-\x7f]/.test(l) ? punycode(l) : l).join('.');
    if (name === '' || /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/.test(name)) return undefined;
    const v4 = parseIPv4(name);
    return v4 === null ? name : v4;
  };
  const normalPath = (path, protocol) => {
    const out = [];
    const segments = (special(protocol) ? path.replace(/\\/g, '/') : path).split('/');
    segments.forEach((segment, i) => {
      const plain = segment.replace(/%2e/gi, '.'), last = i === segments.length - 1;
      if (plain === '..') {
        if (!(protocol === 'file:' && out.length === 1 && /^[A-Za-z]:$/.test(out[0]))) out.pop();
        if (last) out.push('');
      } else if (plain === '.') { if (last) out.push(''); } else out.push(percent(segment, pathSet));
    });
    return '/' + out.join('/');
  };

  const parse = (input, base) => {
    input = input.replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\t\n\r]/g, '');
    const u = { protocol: '', username: '', password: '', host: null, port: '', path: '', opaque: false, query: null, fragment: null };
    const cut = (mark) => {
      const i = input.indexOf(mark);
      if (i < 0) return null;
      const rest = input.slice(i + 1);
      input = input.slice(0, i);
      return rest;
    };
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(input);
    const fragment = cut('#');
    if (fragment !== null) u.fragment = percent(fragment, fragmentSet);
    if (scheme && !(base && special(base.protocol) && scheme[1].toLowerCase() + ':' === base.protocol && !/^[/\\]/.test(input.slice(scheme[0].length)))) {
      u.protocol = scheme[1].toLowerCase() + ':';
      input = input.slice(scheme[0].length);
      base = u.protocol === 'file:' && base?.protocol === 'file:' ? base : null;
    } else {
      if (!base) return null;
      if (scheme) input = input.slice(scheme[0].length);
      u.protocol = base.protocol;
      if (base.opaque) {
        if (input !== '') return null;
        return { ...base, fragment: u.fragment };
      }
    }
    const isSpecial = special(u.protocol);
    const query = cut('?');
    if (query !== null) u.query = percent(query, querySet + (isSpecial ? "'" : ''));
    const slash = isSpecial ? /^[/\\]/ : /^\//;
    const authority = isSpecial && u.protocol !== 'file:' && !base ? /^[/\\]*([^/\\]*)/.exec(input)
      : isSpecial ? /^[/\\]{2}([^/\\]*)/.exec(input) : /^\/\/([^/]*)/.exec(input);
    if (authority) {
      let host = authority[1];
      input = input.slice(authority[0].length);
      if (u.protocol === 'file:') {
        if (/^[A-Za-z][:|]$/.test(host)) { input = '/' + host + input; host = ''; }
        u.host = host === '' ? '' : parseHost(host, true);
        if (u.host === undefined) return null;
        if (u.host === 'localhost') u.host = '';
      } else {
        const at = host.lastIndexOf('@');
        if (at >= 0) {
          const [, user, password] = /^([^:]*):?([^]*)$/.exec(host.slice(0, at));
          u.username = percent(user, userSet);
          u.password = percent(password, userSet);
          host = host.slice(at + 1);
          if (host === '') return null;
        }
        const port = /:([^:\]]*)$/.exec(host);
        if (port) {
          host = host.slice(0, port.index);
          if (!/^\d*$/.test(port[1]) || Number(port[1]) > 65535) return null;
          u.port = port[1] === '' ? '' : String(Number(port[1]));
          if (u.port === ports[u.protocol]) u.port = '';
        }
        if (host === '' && (isSpecial || u.username || u.port)) return null;
        u.host = host === '' ? '' : parseHost(host, isSpecial);
        if (u.host === undefined) return null;
      }
      u.path = input === '' && !isSpecial ? '' : normalPath(input.replace(slash, ''), u.protocol);
      return u;
    }
    if (base) {
      u.host = base.host;
      u.username = base.username;
      u.password = base.password;
      u.port = base.port;
      if (input === '') {
        u.path = base.path;
        if (query === null) u.query = base.query;
      } else if (slash.test(input)) u.path = normalPath(input.slice(1), u.protocol);
      else u.path = normalPath(base.path.slice(1, base.path.lastIndexOf('/') + 1) + input, u.protocol);
      return u;
    }
    if (u.protocol === 'file:') { u.host = ''; u.path = normalPath(input.replace(slash, ''), u.protocol); return u; }
    if (input.startsWith('/')) { u.path = normalPath(input.slice(1), u.protocol); return u; }
    u.opaque = true;
    u.path = percent(input, '');
    return u;
  };

  const notify = Symbol('notify');
  class URLSearchParams {
    #list = [];
    constructor(init = '') {
      Object.defineProperty(this, notify, { value: null, writable: true, enumerable: false });
      if (typeof init === 'object' && init !== null || typeof init === 'function') {
        const pairs = init[Symbol.iterator] ? [...init] : Object.keys(init).map((k) => [k, init[k]]);
        for (const pair of pairs) {
          const [k, v, ...more] = pair;
          if (more.length || [...pair].length !== 2) throw new TypeError('Each query pair must be an iterable [name, value] tuple');
          this.#list.push([scalar(k), scalar(v)]);
        }
      } else this.#list = URLSearchParams.#read(String(init).replace(/^\?/, ''));
    }
    static #read(text) {
      return text.split('&').filter((p) => p !== '').map((p) => {
        const i = p.indexOf('=');
        return [i < 0 ? p : p.slice(0, i), i < 0 ? '' : p.slice(i + 1)].map((s) => unescape(s.replace(/\+/g, ' ')));
      });
    }
    static reset(params, text) { params.#list = URLSearchParams.#read(text); }
    get size() { return this.#list.length; }
    append(k, v) { this.#list.push([String(k), String(v)]); this[notify]?.(); }
    delete(k, v) { this.#list = this.#list.filter((p) => p[0] !== String(k) || v !== undefined && p[1] !== String(v)); this[notify]?.(); }
    get(k) { return this.#list.find((p) => p[0] === String(k))?.[1] ?? null; }
    getAll(k) { return this.#list.filter((p) => p[0] === String(k)).map((p) => p[1]); }
    has(k, v) { return this.#list.some((p) => p[0] === String(k) && (v === undefined || p[1] === String(v))); }
    set(k, v) {
      const i = this.#list.findIndex((p) => p[0] === String(k));
      if (i < 0) this.#list.push([String(k), String(v)]);
      else {
        this.#list[i][1] = String(v);
        this.#list = this.#list.filter((p, j) => j <= i || p[0] !== String(k));
      }
      this[notify]?.();
    }
    sort() { this.#list.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0); this[notify]?.(); }
    forEach(f, self) { for (const [k, v] of this) f.call(self, v, k, this); }
    *entries() { for (let i = 0; i < this.#list.length; i++) yield [...this.#list[i]]; }
    *keys() { for (const [k] of this.entries()) yield k; }
    *values() { for (const [, v] of this.entries()) yield v; }
    [Symbol.iterator]() { return this.entries(); }
    toString() {
      const safe = (s) => percent(s, ' !"#$%&\'()+,/:;<=>?@[\\]^`{|}~').replace(/%20/g, '+');
      return this.#list.map(([k, v]) => safe(k) + '=' + safe(v)).join('&');
    }
    get [Symbol.toStringTag]() { return 'URLSearchParams'; }
    [Symbol.for('nodejs.util.inspect.custom')]() {
      return this.#list.length ? `URLSearchParams { ${this.#list.map(([k, v]) => `${native.inspect(k)} => ${native.inspect(v)}`).join(', ')} }` : 'URLSearchParams {}';
    }
  }

  class URL {
    #u; #params;
    constructor(input, base) {
      if (arguments.length === 0) throw new TypeError('The "url" argument must be specified');
      let from = null;
      if (base !== undefined) {
        from = parse(String(base), null);
        if (!from) throw invalid(String(input), String(base));
      }
      this.#u = parse(scalar(input), from);
      if (!this.#u) throw invalid(String(input), base === undefined ? undefined : String(base));
      this.#params = new URLSearchParams(this.#u.query ?? '');
      this.#params[notify] = () => { this.#u.query = this.#params.toString() || null; };
    }
    static canParse(input, base) { return URL.parse(input, base) !== null; }
    static parse(input, base) { try { return new URL(input, base); } catch { return null; } }
    get href() {
      const u = this.#u;
      let out = u.protocol;
      if (u.host !== null) {
        out += '//';
        if (u.username || u.password) out += u.username + (u.password ? ':' + u.password : '') + '@';
        out += this.host;
      } else if (!u.opaque && u.path.startsWith('//')) out += '/.';
      return out + u.path + (u.query === null ? '' : '?' + u.query) + (u.fragment === null ? '' : '#' + u.fragment);
    }
    set href(v) {
      const u = parse(String(v), null);
      if (!u) throw invalid(String(v));
      this.#u = u;
      URLSearchParams.reset(this.#params, u.query ?? '');
    }
    get origin() { const u = this.#u; return special(u.protocol) && u.protocol !== 'file:' ? u.protocol + '//' + this.host : 'null'; }
    get protocol() { return this.#u.protocol; }
    set protocol(v) {
      const p = String(v).split(':')[0].toLowerCase() + ':';
      if (/^[a-z][a-z0-9+.-]*:$/.test(p) && special(p) === special(this.#u.protocol)) {
        this.#u.protocol = p;
        if (this.#u.port === ports[p]) this.#u.port = '';
      }
    }
    get username() { return this.#u.username; }
    set username(v) { if (this.#u.host) this.#u.username = percent(String(v), userSet); }
    get password() { return this.#u.password; }
    set password(v) { if (this.#u.host) this.#u.password = percent(String(v), userSet); }
    get host() { const u = this.#u; return (u.host ?? '') + (u.port ? ':' + u.port : ''); }
    set host(v) {
      const [, name, port] = /^(\[[^\]]*\]|[^:/?#\\]*)(?::(\d+))?/.exec(String(v));
      this.hostname = name;
      if (port !== undefined) this.port = port;
    }
    get hostname() { return this.#u.host ?? ''; }
    set hostname(v) { if (!this.#u.opaque) this.#u.host = parseHost(String(v), special(this.#u.protocol)) ?? this.#u.host; }
    get port() { return this.#u.port; }
    set port(v) {
      const p = /^\d*/.exec(String(v))[0];
      if (this.#u.host && Number(p) <= 65535) this.#u.port = p === '' || String(Number(p)) === ports[this.#u.protocol] ? '' : String(Number(p));
    }
    get pathname() { return this.#u.path; }
    set pathname(v) { if (!this.#u.opaque) this.#u.path = normalPath(String(v).replace(/^[/\\]/, '').replace(/[?#]/g, (c) => c === '?' ? '%3F' : '%23'), this.#u.protocol); }
    get search() { return this.#u.query ? '?' + this.#u.query : ''; }
    set search(v) {
      v = String(v).replace(/^\?/, '');
      this.#u.query = v === '' ? null : percent(v, querySet + (special(this.#u.protocol) ? "'" : ''));
      URLSearchParams.reset(this.#params, v);
    }
    get searchParams() { return this.#params; }
    get hash() { return this.#u.fragment ? '#' + this.#u.fragment : ''; }
    set hash(v) { v = String(v).replace(/^#/, ''); this.#u.fragment = v === '' ? null : percent(v, fragmentSet); }
    toString() { return this.href; }
    toJSON() { return this.href; }
    get [Symbol.toStringTag]() { return 'URL'; }
    [Symbol.for('nodejs.util.inspect.custom')](depth) {
      if (depth < 0) return '[URL]';
      const lines = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search'].map((k) => `  ${k}: ${native.inspect(this[k])},\n`);
      return `URL {\n${lines.join('')}  searchParams: ${native.inspect(this.#params)},\n  hash: ${native.inspect(this.hash)}\n}`;
    }
  }
  return {
    URL, URLSearchParams,
    fileURLToPath: (u) => decodeURIComponent(new URL(u).pathname),
    pathToFileURL: (p) => new URL('file://' + percent(require('path').resolve(p), pathSet + '%')),
    format: (u) => String(u.href ?? u),
  };
}
