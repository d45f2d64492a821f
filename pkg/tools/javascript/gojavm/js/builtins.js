// Builtins of the language that the engine lacks, by the object they belong to.
function (native, require) {
  const callable = (f, what = 'callback') => { if (typeof f !== 'function') throw new TypeError(`${native.inspect(f, 0)} is not a function`); return f; };
  const method = (holder) => Object.fromEntries(Object.entries(Object.getOwnPropertyDescriptors(holder)).map(([k, d]) => {
    if (typeof d.value === 'function') Object.defineProperty(d.value, 'name', { value: k.slice(k.lastIndexOf('.') + 1), configurable: true });
    return [k, d.value];
  }));

  const groups = (items, f) => {
    if (items === null || items === undefined) throw new TypeError(`${items} is not iterable`);
    callable(f);
    const map = new Map();
    let i = 0;
    for (const item of items) {
      const key = f(item, i++);
      const list = map.get(key);
      if (list) list.push(item); else map.set(key, [item]);
    }
    return map;
  };

  // What a Set method takes: a Set, a Map, or anything with size, has and keys.
  const setLike = (o) => {
    if (typeof o !== 'object' && typeof o !== 'function' || o === null) throw new TypeError(`${native.inspect(o, 0)} is not an object`);
    const size = Number(o.size);
    if (Number.isNaN(size)) throw new TypeError("The 'size' property must be a number");
    callable(o.has);
    callable(o.keys);
    return { size, has: (v) => o.has(v), *[Symbol.iterator]() { const it = o.keys(); for (let r = it.next(); !r.done; r = it.next()) yield r.value; } };
  };

  // Iterator helpers. The prototype that all iterators share is Iterator.prototype.
  const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(new Map()[Symbol.iterator]()));
  const source = (it) => {
    if (typeof it !== 'object' && typeof it !== 'function' || it === null) throw new TypeError('Iterator helper called on a value that is no object');
    const next = it.next;
    return { it, next: () => {
      const r = next.call(it);
      if (typeof r !== 'object' && typeof r !== 'function' || r === null) throw new TypeError(`Iterator result ${String(r)} is not an object`);
      return r;
    }, close: () => { it.return?.(); } };
  };
  const WrapPrototype = Object.create(IteratorPrototype, { [Symbol.toStringTag]: { value: 'Iterator Helper', configurable: true } });
  const helper = (it, step) => {
    const s = source(it);
    let done = false;
    return Object.create(WrapPrototype, {
      next: { value: () => {
        if (done) return { value: undefined, done: true };
        try {
          const r = step(s);
          if (r.done) done = true;
          return r;
        } catch (e) { done = true; throw e; }
      }, writable: true, configurable: true },
      return: { value: () => {
        if (!done) { done = true; s.close(); }
        return { value: undefined, done: true };
      }, writable: true, configurable: true },
    });
  };
  const closing = (s, f) => { try { return f(); } catch (e) { try { s.close(); } catch {} throw e; } };
  const count = (n) => {
    const x = Math.trunc(Number(n));
    if (Number.isNaN(Number(n)) || x < 0) throw new RangeError(`${String(n)} must be positive`);
    return x;
  };
  function Iterator() {
    if (new.target === undefined || new.target === Iterator) throw new TypeError('Abstract class Iterator not directly constructable');
  }
  Object.defineProperty(Iterator, 'prototype', { value: IteratorPrototype });
  const flat = (v) => {
    if (typeof v !== 'object' && typeof v !== 'string' && typeof v !== 'function' || v === null) throw new TypeError(`${String(v)} is not an object`);
    return typeof v[Symbol.iterator] === 'function' ? v[Symbol.iterator]() : v;
  };
  Object.defineProperty(Iterator, 'from', { value: (v) => {
    const it = flat(v);
    return IteratorPrototype.isPrototypeOf(it) ? it : helper(it, (s) => s.next());
  }, writable: true, configurable: true });
  Object.defineProperty(Iterator, 'concat', { value: (...lists) => (function* () { for (const l of lists) yield* l; })(), writable: true, configurable: true });

  class WeakRef {
    #target;
    constructor(target) {
      if (typeof target !== 'object' && typeof target !== 'function' || target === null) throw new TypeError('WeakRef: target must be an object');
      this.#target = target;
    }
    deref() { return this.#target; }
    get [Symbol.toStringTag]() { return 'WeakRef'; }
  }
  class FinalizationRegistry {
    constructor(f) { callable(f); }
    register() {}
    unregister() { return false; }
    get [Symbol.toStringTag]() { return 'FinalizationRegistry'; }
  }

  const unbase64 = (text, { alphabet = 'base64' } = {}) => {
    if (typeof text !== 'string') throw new TypeError('expected a string');
    let clean = text.replace(/[\t\n\f\r ]/g, '');
    if (alphabet === 'base64url') clean = clean.replace(/[+/]/g, '!').replace(/-/g, '+').replace(/_/g, '/');
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(clean) || clean.replace(/=/g, '').length % 4 === 1 || clean.includes('=') && clean.length % 4) throw new SyntaxError('The string is not valid base64');
    return native.encode(clean, 'base64');
  };
  const unhex = (text) => {
    if (typeof text !== 'string') throw new TypeError('expected a string');
    if (text.length % 2 || /[^0-9a-fA-F]/.test(text)) throw new SyntaxError('The string is not valid hex');
    return native.encode(text, 'hex');
  };

  const late = method({
    'Object.groupBy'(items, f) {
      const out = Object.create(null);
      for (const [k, list] of groups(items, (v, i) => { const key = f(v, i); return typeof key === 'symbol' ? key : String(key); })) out[k] = list;
      return out;
    },
    'Map.groupBy': (items, f) => groups(items, f),
    'Promise.withResolvers'() {
      let resolve, reject;
      const promise = new this((a, b) => { resolve = a; reject = b; });
      return { promise, resolve, reject };
    },
    'Promise.try'(f, ...args) { return new this((done) => done(f(...args))); },
    async 'Array.fromAsync'(items, f, self) {
      if (f !== undefined) callable(f);
      const out = typeof this === 'function' && this !== Array ? new this() : [];
      let i = 0;
      const add = async (v) => { const x = await v; out[i] = f ? await f.call(self, x, i) : x; i++; };
      if (items[Symbol.asyncIterator]) {
        const it = items[Symbol.asyncIterator]();
        for (let r = await it.next(); !r.done; r = await it.next()) await add(r.value);
      } else if (items[Symbol.iterator]) for (const v of items) await add(v);
      else for (let j = 0; j < items.length; j++) await add(items[j]);
      out.length = i;
      return out;
    },
    'Math.sumPrecise'(items) {
      // Exact addition with non-overlapping partial sums (Shewchuk).
      const parts = [];
      let special = 0, negativeZero = true;
      for (let x of items) {
        if (typeof x !== 'number') throw new TypeError('Math.sumPrecise takes numbers only');
        if (!Object.is(x, -0)) negativeZero = false;
        if (!Number.isFinite(x)) { special += x; continue; }
        let n = 0;
        for (let y of parts) {
          if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
          const high = x + y, low = y - (high - x);
          if (low !== 0) parts[n++] = low;
          x = high;
        }
        parts.length = n;
        parts.push(x);
      }
      if (special !== 0) return special;
      return negativeZero ? -0 : parts.reduceRight((a, b) => a + b, 0);
    },
    'Math.f16round'(x) {
      x = Number(x);
      const a = Math.abs(x);
      if (!Number.isFinite(x) || a === 0) return x;
      if (a >= 65520) return x < 0 ? -Infinity : Infinity;
      const unit = a < 2 ** -14 ? 2 ** -24 : 2 ** (Math.floor(Math.log2(a)) - 10);
      const q = a / unit, low = Math.floor(q), rest = q - low;
      return Math.sign(x) * (rest > 0.5 || rest === 0.5 && low % 2 ? low + 1 : low) * unit;
    },
    'RegExp.escape'(text) {
      if (typeof text !== 'string') throw new TypeError('expected a string');
      const hex = (c) => '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0');
      return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&').replace(/[,\-=<>#&!%:;@~'`"]/g, hex)
        .replace(/[\t\n\v\f\r]/g, (c) => '\\' + { '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r' }[c]).replace(/ /g, '\\x20').replace(/^[0-9A-Za-z]/, hex);
    },
    'Error.captureStackTrace'(target) {
      Object.defineProperty(target, 'stack', { value: `${String(target)}\n` + (new Error().stack.split('\n').slice(2).join('\n')), configurable: true, writable: true });
    },
    'String.prototype.isWellFormed'() { return late['String.prototype.toWellFormed'].call(this) === String(this); },
    'String.prototype.toWellFormed'() {
      const s = String(this);
      let out = '', from = 0;
      for (let i = 0; i < s.length; i++) {
        const c = s.charCodeAt(i);
        if (c < 0xd800 || c > 0xdfff) continue;
        const n = s.charCodeAt(i + 1);
        if (c < 0xdc00 && n >= 0xdc00 && n <= 0xdfff) { i++; continue; }
        out += s.slice(from, i) + '\ufffd';
        from = i + 1;
      }
      return from ? out + s.slice(from) : s;
    },
    'Map.prototype.getOrInsert'(key, value) { if (!this.has(key)) this.set(key, value); return this.get(key); },
    'Map.prototype.getOrInsertComputed'(key, f) { callable(f); if (!this.has(key)) this.set(key, f(key)); return this.get(key); },
    'Set.prototype.union'(o) { const out = new Set(this); for (const v of setLike(o)) out.add(v); return out; },
    'Set.prototype.intersection'(o) {
      const other = setLike(o), out = new Set();
      if (this.size <= other.size) { for (const v of this) if (other.has(v)) out.add(v); } else for (const v of other) if (this.has(v)) out.add(v);
      return out;
    },
    'Set.prototype.difference'(o) { const other = setLike(o), out = new Set(); for (const v of this) if (!other.has(v)) out.add(v); return out; },
    'Set.prototype.symmetricDifference'(o) { const out = new Set(this); for (const v of setLike(o)) { if (this.has(v)) out.delete(v); else out.add(v); } return out; },
    'Set.prototype.isSubsetOf'(o) { const other = setLike(o); if (this.size > other.size) return false; for (const v of this) if (!other.has(v)) return false; return true; },
    'Set.prototype.isSupersetOf'(o) { const other = setLike(o); if (this.size < other.size) return false; for (const v of other) if (!this.has(v)) return false; return true; },
    'Set.prototype.isDisjointFrom'(o) { const other = setLike(o); for (const v of this) if (other.has(v)) return false; return true; },
    'Uint8Array.fromBase64': (text, options) => unbase64(text, options),
    'Uint8Array.fromHex': (text) => unhex(text),
    'Uint8Array.prototype.toBase64'({ alphabet = 'base64', omitPadding = false } = {}) {
      let out = native.decode(this, 'base64');
      if (alphabet === 'base64url') out = out.replace(/\+/g, '-').replace(/\//g, '_');
      return omitPadding ? out.replace(/=+$/, '') : out;
    },
    'Uint8Array.prototype.toHex'() { return native.decode(this, 'hex'); },
    'Uint8Array.prototype.setFromBase64'(text, options) { const b = unbase64(text, options).subarray(0, this.length); this.set(b); return { read: text.length, written: b.length }; },
    'Uint8Array.prototype.setFromHex'(text) { const b = unhex(text).subarray(0, this.length); this.set(b); return { read: b.length * 2, written: b.length }; },
    'ArrayBuffer.prototype.transfer'(size = this.byteLength) { const out = new ArrayBuffer(size); new Uint8Array(out).set(new Uint8Array(this, 0, Math.min(size, this.byteLength))); return out; },
    'ArrayBuffer.prototype.transferToFixedLength'(size) { return this.transfer(size); },
    '%IteratorPrototype%.map'(f) { callable(f); let i = 0; return helper(this, (s) => { const r = s.next(); return r.done ? r : { value: closing(s, () => f(r.value, i++)), done: false }; }); },
    '%IteratorPrototype%.filter'(f) {
      callable(f);
      let i = 0;
      return helper(this, (s) => { for (;;) { const r = s.next(); if (r.done || closing(s, () => f(r.value, i++))) return r; } });
    },
    '%IteratorPrototype%.take'(n) { let left = count(n); return helper(this, (s) => { if (left-- > 0) return s.next(); s.close(); return { value: undefined, done: true }; }); },
    '%IteratorPrototype%.drop'(n) { let left = count(n); return helper(this, (s) => { for (; left > 0; left--) { const r = s.next(); if (r.done) return r; } return s.next(); }); },
    '%IteratorPrototype%.flatMap'(f) {
      callable(f);
      let i = 0, inner = null;
      return helper(this, (s) => {
        for (;;) {
          if (inner) { const r = inner.next(); if (!r.done) return r; inner = null; }
          const r = s.next();
          if (r.done) return r;
          inner = closing(s, () => { const v = f(r.value, i++); if (typeof v === 'string') throw new TypeError('a string is not flattened'); return source(flat(v)); });
        }
      });
    },
    '%IteratorPrototype%.reduce'(f, ...rest) {
      callable(f);
      const s = source(this);
      let i = 0, sum = rest[0];
      if (rest.length === 0) { const r = s.next(); if (r.done) throw new TypeError('Reduce of a done iterator with no initial value'); sum = r.value; i = 1; }
      for (let r = s.next(); !r.done; r = s.next()) sum = closing(s, () => f(sum, r.value, i++));
      return sum;
    },
    '%IteratorPrototype%.toArray'() { const s = source(this), out = []; for (let r = s.next(); !r.done; r = s.next()) out.push(r.value); return out; },
    '%IteratorPrototype%.forEach'(f) { callable(f); const s = source(this); let i = 0; for (let r = s.next(); !r.done; r = s.next()) closing(s, () => f(r.value, i++)); },
    '%IteratorPrototype%.some'(f) { callable(f); const s = source(this); let i = 0; for (let r = s.next(); !r.done; r = s.next()) if (closing(s, () => f(r.value, i++))) { s.close(); return true; } return false; },
    '%IteratorPrototype%.every'(f) { callable(f); const s = source(this); let i = 0; for (let r = s.next(); !r.done; r = s.next()) if (!closing(s, () => f(r.value, i++))) { s.close(); return false; } return true; },
    '%IteratorPrototype%.find'(f) { callable(f); const s = source(this); let i = 0; for (let r = s.next(); !r.done; r = s.next()) if (closing(s, () => f(r.value, i++))) { s.close(); return r.value; } },
    'Number.prototype.toLocaleString'(locale, options) { return new (require('intl').NumberFormat)(locale, options).format(Number(this)); },
    'Date.prototype.toLocaleString'(locale, options) { return require('intl').formatDate(this, options, 'both'); },
    'Date.prototype.toLocaleDateString'(locale, options) { return require('intl').formatDate(this, options, 'date'); },
    'Date.prototype.toLocaleTimeString'(locale, options) { return require('intl').formatDate(this, options, 'time'); },
  });
  return Object.assign(late, { Iterator, WeakRef, FinalizationRegistry, get Intl() { return require('intl'); } });
}
