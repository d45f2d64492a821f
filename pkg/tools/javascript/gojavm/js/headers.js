// Headers of fetch.
function (native) {
  const clean = (name) => {
    name = String(name).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new TypeError(`Headers: ${native.inspect(name)} is an invalid header name.`);
    return name;
  };
  class Headers {
    #map = new Map();
    constructor(init) {
      if (init === undefined || init === null) return;
      for (const [k, v] of init[Symbol.iterator] ? init : Object.entries(init)) this.append(k, v);
    }
    append(k, v) { k = clean(k); v = String(v).trim(); this.#map.set(k, this.#map.has(k) ? this.#map.get(k) + ', ' + v : v); }
    set(k, v) { this.#map.set(clean(k), String(v).trim()); }
    get(k) { return this.#map.get(clean(k)) ?? null; }
    has(k) { return this.#map.has(clean(k)); }
    delete(k) { this.#map.delete(clean(k)); }
    forEach(f, self) { for (const [k, v] of this) f.call(self, v, k, this); }
    *entries() { for (const k of [...this.#map.keys()].sort()) yield [k, this.#map.get(k)]; }
    *keys() { for (const [k] of this.entries()) yield k; }
    *values() { for (const [, v] of this.entries()) yield v; }
    [Symbol.iterator]() { return this.entries(); }
  }
  return { Headers };
}
