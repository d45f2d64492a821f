// Node's Buffer: a Uint8Array that knows text.
function (native, require) {
  const check = (list, offset, size) => {
    if (!Number.isInteger(offset) || offset < 0 || offset + size > list.length) {
      const e = new RangeError(`The value of "offset" is out of range. It must be >= 0 and <= ${list.length - size}. Received ${native.inspect(offset)}`);
      e.code = 'ERR_OUT_OF_RANGE';
      throw e;
    }
  };
  const wrap = (bytes) => { Object.setPrototypeOf(bytes, Buffer.prototype); return bytes; };
  const bytesOf = (v, encoding) => typeof v === 'string' ? native.encode(v, encoding ?? 'utf8') : ArrayBuffer.isView(v) ? new Uint8Array(v.buffer, v.byteOffset, v.byteLength) : Uint8Array.from(v);
  class Buffer extends Uint8Array {
    static get [Symbol.species]() { return Buffer; }
    static from(value, encoding, length) {
      if (typeof value === 'string') return wrap(native.encode(value, encoding ?? 'utf8'));
      if (native.kind(value) === 'ArrayBuffer') return wrap(new Uint8Array(value, encoding, length));
      if (ArrayBuffer.isView(value)) return wrap(Uint8Array.from(value));
      if (typeof value !== 'object' || value === null) {
        const e = new TypeError(`The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ${native.inspect(value)}`);
        e.code = 'ERR_INVALID_ARG_TYPE';
        throw e;
      }
      if (value.type === 'Buffer' && Array.isArray(value.data)) value = value.data;
      return wrap(Uint8Array.from(value, (x) => x & 255));
    }
    static alloc(size, fill, encoding) {
      const b = wrap(new Uint8Array(size));
      return fill === undefined ? b : b.fill(fill, 0, size, encoding);
    }
    static allocUnsafe(size) { return Buffer.alloc(size); }
    static isBuffer(v) { return v instanceof Buffer; }
    static isEncoding(name) { return native.isEncoding(name); }
    static byteLength(v, encoding) { return typeof v === 'string' ? native.encode(v, encoding ?? 'utf8').length : v.byteLength; }
    static concat(list, length = list.reduce((n, b) => n + b.length, 0)) {
      const out = Buffer.alloc(length);
      let at = 0;
      for (const b of list) {
        if (at >= length) break;
        out.set(b.length > length - at ? b.subarray(0, length - at) : b, at);
        at += b.length;
      }
      return out;
    }
    static compare(a, b) {
      for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
      return Math.sign(a.length - b.length);
    }
    toString(encoding, start = 0, end = this.length) {
      return native.decode(start === 0 && end === this.length ? this : this.subarray(start, end), encoding ?? 'utf8');
    }
    toLocaleString(encoding) { return this.toString(encoding); }
    toJSON() { return { type: 'Buffer', data: Array.from(this) }; }
    equals(b) { return Buffer.compare(this, b) === 0; }
    compare(b) { return Buffer.compare(this, b); }
    write(text, offset = 0, length, encoding) {
      if (typeof offset === 'string') { encoding = offset; offset = 0; length = undefined; }
      if (typeof length === 'string') { encoding = length; length = undefined; }
      const bytes = native.encode(text, encoding ?? 'utf8').subarray(0, Math.min(length ?? Infinity, this.length - offset));
      this.set(bytes, offset);
      return bytes.length;
    }
    copy(target, at = 0, start = 0, end = this.length) {
      const part = this.subarray(start, Math.min(end, start + target.length - at));
      target.set(part, at);
      return part.length;
    }
    fill(value, start = 0, end = this.length, encoding) {
      if (typeof start === 'string') { encoding = start; start = 0; end = this.length; }
      if (typeof value === 'number') return super.fill(value & 255, start, end);
      const bytes = bytesOf(value, encoding);
      for (let i = start; i < end; i++) this[i] = bytes.length ? bytes[(i - start) % bytes.length] : 0;
      return this;
    }
    indexOf(value, from = 0, encoding) {
      if (typeof value === 'number') return super.indexOf(value & 255, from);
      const bytes = bytesOf(value, encoding);
      if (from < 0) from = Math.max(this.length + from, 0);
      outer: for (let i = from; i + bytes.length <= this.length; i++) {
        for (let j = 0; j < bytes.length; j++) if (this[i + j] !== bytes[j]) continue outer;
        return i;
      }
      return -1;
    }
    includes(value, from, encoding) { return this.indexOf(value, from, encoding) !== -1; }
    slice(start, end) { return this.subarray(start, end); }
    subarray(start, end) { return wrap(super.subarray(start, end)); }
    [Symbol.for('nodejs.util.inspect.custom')]() {
      const hex = native.decode(new Uint8Array(this.buffer, this.byteOffset, Math.min(this.length, 50)), 'hex').replace(/(..)(?=.)/g, '$1 ');
      return `<Buffer${hex ? ' ' + hex : ''}${this.length > 50 ? ` ... ${this.length - 50} more byte${this.length > 51 ? 's' : ''}` : ''}>`;
    }
  }
  const number = (name, method, size) => {
    for (const [suffix, little] of size === 1 ? [['', true]] : [['LE', true], ['BE', false]]) {
      const view = (b) => new DataView(b.buffer, b.byteOffset, b.byteLength);
      const read = function (offset = 0) { check(this, offset, size); return view(this)['get' + method](offset, little); };
      const write = function (value, offset = 0) { check(this, offset, size); view(this)['set' + method](offset, value, little); return offset + size; };
      for (const n of new Set([name, name.replace('UInt', 'Uint')])) {
        Object.defineProperty(Buffer.prototype, 'read' + n + suffix, { value: read, writable: true, configurable: true });
        Object.defineProperty(Buffer.prototype, 'write' + n + suffix, { value: write, writable: true, configurable: true });
      }
    }
  };
  number('UInt8', 'Uint8', 1);
  number('Int8', 'Int8', 1);
  number('UInt16', 'Uint16', 2);
  number('Int16', 'Int16', 2);
  number('UInt32', 'Uint32', 4);
  number('Int32', 'Int32', 4);
  number('Float', 'Float32', 4);
  number('Double', 'Float64', 8);
  number('BigInt64', 'BigInt64', 8);
  number('BigUInt64', 'BigUint64', 8);
  return { Buffer, wrap, constants: { MAX_LENGTH: 2 ** 32 }, kMaxLength: 2 ** 32, get atob() { return atob; }, get btoa() { return btoa; } };
}
