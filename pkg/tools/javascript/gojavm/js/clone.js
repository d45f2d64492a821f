// structuredClone.
function (native, require) {
  const { DOMException } = require('domexception');
  const fail = (value) => {
    throw new DOMException(`${typeof value === 'symbol' ? String(value) : typeof value === 'function' ? value.name || '(anonymous)' : native.inspect(value, 0)} could not be cloned.`, 'DataCloneError');
  };
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const clone = (value, seen) => {
    if (typeof value === 'symbol' || typeof value === 'function') fail(value);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const keep = (copy) => { seen.set(value, copy); return copy; };
    const kind = native.kind(value);
    switch (kind) {
      case 'Date': return keep(new Date(value.getTime()));
      case 'RegExp': return keep(new RegExp(value.source, value.flags));
      case 'Number': case 'String': case 'Boolean': return keep(Object(value.valueOf()));
      case 'ArrayBuffer': return keep(value.slice(0));
      case 'Map': {
        const copy = keep(new Map());
        for (const [k, v] of [...value]) copy.set(clone(k, seen), clone(v, seen));
        return copy;
      }
      case 'Set': {
        const copy = keep(new Set());
        for (const v of [...value]) copy.add(clone(v, seen));
        return copy;
      }
      case 'Error': {
        const copy = keep(Object.create((errors[value.name] ?? Error).prototype) && new (errors[value.name] ?? Error)(value.message));
        Object.defineProperty(copy, 'stack', { value: value.stack, configurable: true, writable: true });
        if (Object.hasOwn(value, 'cause')) Object.defineProperty(copy, 'cause', { value: clone(value.cause, seen), configurable: true, writable: true });
        return copy;
      }
      case 'Array': {
        const copy = keep(new Array(value.length));
        for (const k of Object.keys(value)) copy[k] = clone(value[k], seen);
        return copy;
      }
      case 'Promise': case 'WeakMap': case 'WeakSet': case 'Proxy': case 'Generator': return fail(value);
    }
    if (ArrayBuffer.isView(value)) {
      const buffer = clone(value.buffer, seen);
      const Class = { DataView }[kind] ?? globalThis[kind] ?? DataView;
      return keep(new Class(buffer, value.byteOffset, Class === DataView ? value.byteLength : value.length));
    }
    const copy = keep({});
    for (const k of Object.keys(value)) copy[k] = clone(value[k], seen);
    return copy;
  };
  function structuredClone(value, options) {
    if (arguments.length === 0) throw new TypeError('The "value" argument must be specified');
    return clone(value, new Map());
  }
  return { structuredClone };
}
