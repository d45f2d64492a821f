// util: showing, promisifying and comparing.
function (native, require) {
  const same = (a, b, seen) => {
    if (Object.is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    const kind = native.kind(a);
    if (kind !== native.kind(b)) return false;
    for (const [x, y] of seen) if (x === a && y === b) return true;
    seen = [...seen, [a, b]];
    if (kind === 'Date') { if (!Object.is(a.getTime(), b.getTime())) return false; }
    else if (kind === 'RegExp') { if (String(a) !== String(b)) return false; }
    else if (kind === 'Error') { if (a.message !== b.message || a.name !== b.name) return false; }
    else if (kind === 'Number' || kind === 'String' || kind === 'Boolean') { if (!Object.is(a.valueOf(), b.valueOf())) return false; }
    else if (kind === 'Map') {
      if (a.size !== b.size) return false;
      const rest = [...b];
      for (const [k, v] of a) {
        const i = rest.findIndex(([k2, v2]) => same(k, k2, seen) && same(v, v2, seen));
        if (i < 0) return false;
        rest.splice(i, 1);
      }
    } else if (kind === 'Set') {
      if (a.size !== b.size) return false;
      const rest = [...b];
      for (const v of a) {
        const i = rest.findIndex((v2) => same(v, v2, seen));
        if (i < 0) return false;
        rest.splice(i, 1);
      }
    } else if (kind === 'ArrayBuffer') return same(new Uint8Array(a), new Uint8Array(b), seen);
    else if (kind === 'Promise' || kind === 'WeakMap' || kind === 'WeakSet') return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = (o) => Reflect.ownKeys(o).filter((k) => Object.prototype.propertyIsEnumerable.call(o, k));
    const ka = keys(a), kb = keys(b);
    return ka.length === kb.length && ka.every((k) => Object.hasOwn(b, k) && same(a[k], b[k], seen));
  };
  const isKind = (...kinds) => (v) => kinds.includes(native.kind(v));
  const custom = Symbol.for('nodejs.util.promisify.custom');
  const util = {
    inspect: (value, options, depth) => native.inspect(value, typeof options === 'object' && options !== null ? (options.depth === null ? 20 : options.depth) : depth),
    format: (...args) => native.format(...args),
    promisify(f) {
      if (typeof f !== 'function') throw new TypeError('The "original" argument must be of type function');
      if (f[custom]) return f[custom];
      return function (...args) { return new Promise((done, fail) => f.call(this, ...args, (e, v) => e ? fail(e) : done(v))); };
    },
    callbackify: (f) => function (...args) {
      const back = args.pop();
      f.apply(this, args).then((v) => setImmediate(back, null, v), (e) => setImmediate(back, e));
    },
    inherits(a, b) { Object.defineProperty(a, 'super_', { value: b, configurable: true, writable: true }); Object.setPrototypeOf(a.prototype, b.prototype); },
    deprecate: (f) => f,
    debuglog: () => () => {},
    isDeepStrictEqual: (a, b) => same(a, b, []),
    isArray: Array.isArray,
    stripVTControlCharacters: (s) => String(s).replace(/\u001b\[[0-9;]*[A-Za-z]/g, ''),
    toUSVString: (s) => native.decode(native.encode(String(s), 'utf8'), 'utf8'),
    styleText: (style, text) => text,
    types: {
      isDate: isKind('Date'), isRegExp: isKind('RegExp'), isMap: isKind('Map'), isSet: isKind('Set'), isPromise: isKind('Promise'), isProxy: isKind('Proxy'),
      isNativeError: isKind('Error'), isWeakMap: isKind('WeakMap'), isWeakSet: isKind('WeakSet'), isArrayBuffer: isKind('ArrayBuffer'),
      isAnyArrayBuffer: isKind('ArrayBuffer'), isTypedArray: (v) => ArrayBuffer.isView(v) && native.kind(v) !== 'Object', isUint8Array: isKind('Uint8Array'),
      isAsyncFunction: isKind('AsyncFunction'), isGeneratorFunction: isKind('GeneratorFunction'),
    },
  };
  util.inspect.custom = Symbol.for('nodejs.util.inspect.custom');
  util.inspect.defaultOptions = { depth: 4 };
  util.promisify.custom = custom;
  for (const name of ['TextEncoder', 'TextDecoder']) Object.defineProperty(util, name, { get: () => globalThis[name], enumerable: true, configurable: true });
  return util;
}
