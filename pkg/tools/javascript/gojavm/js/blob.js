// Blob and File, held in memory.
function (native) {
  const bytes = (part) => typeof part === 'string' ? native.encode(part, 'utf8')
    : part instanceof Blob ? Blob.bytes(part)
    : ArrayBuffer.isView(part) ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    : native.kind(part) === 'ArrayBuffer' ? new Uint8Array(part) : native.encode(String(part), 'utf8');
  class Blob {
    #data; #type;
    constructor(parts = [], { type = '' } = {}) {
      const list = [...parts].map(bytes);
      this.#data = new Uint8Array(list.reduce((n, b) => n + b.length, 0));
      let at = 0;
      for (const b of list) { this.#data.set(b, at); at += b.length; }
      this.#type = /[^\x20-\x7e]/.test(type) ? '' : String(type).toLowerCase();
    }
    static bytes(blob) { return blob.#data; }
    get size() { return this.#data.length; }
    get type() { return this.#type; }
    async text() { return native.decode(this.#data, 'utf8'); }
    async arrayBuffer() { return this.#data.slice().buffer; }
    async bytes() { return this.#data.slice(); }
    slice(start, end, type = '') { return new Blob([this.#data.slice(start, end)], { type }); }
    get [Symbol.toStringTag]() { return 'Blob'; }
    [Symbol.for('nodejs.util.inspect.custom')]() { return `${this.constructor.name} { size: ${this.size}, type: ${native.inspect(this.type)} }`; }
  }
  class File extends Blob {
    #name; #modified;
    constructor(parts, name, options = {}) { super(parts, options); this.#name = String(name); this.#modified = options.lastModified ?? Date.now(); }
    get name() { return this.#name; }
    get lastModified() { return this.#modified; }
    get [Symbol.toStringTag]() { return 'File'; }
  }
  return { Blob, File };
}
