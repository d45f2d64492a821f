// The WebAssembly JavaScript API.
(function (global, native) {
  const { define, core, platform } = native;

  const errors = {};
  for (const name of ['CompileError', 'LinkError', 'RuntimeError']) {
    errors[name] = { [name]: class extends Error {} }[name];
    Object.defineProperty(errors[name].prototype, 'name', { value: name, writable: true, configurable: true });
  }
  native.wasmError = (name, message) => new errors[name](message);

  const secret = Symbol('construct');
  class Module {
    constructor(source, key) {
      Object.defineProperty(this, core, { value: key === secret ? source : native.wasmModule(source) });
    }
    static imports(module) {
      return native.wasmImports(module[core]);
    }
    static exports(module) {
      return native.wasmExports(module[core]);
    }
    static customSections() {
      return [];
    }
  }
  native.makeModule = (handle) => new Module(handle, secret);

  class Memory {
    constructor(key, buffer) {
      if (key !== secret) throw new TypeError('WebAssembly.Memory(): memories of one’s own are not supported here');
      Object.defineProperty(this, 'buffer', { get: buffer, enumerable: true });
    }
  }
  native.makeMemory = (buffer) => new Memory(secret, buffer);

  class Instance {
    constructor(module, imports = {}) {
      if (!(module instanceof Module)) throw new TypeError('WebAssembly.Instance(): Argument 0 must be a WebAssembly.Module');
      const exports = native.wasmInstantiate(module[core], imports);
      Object.defineProperty(this, 'exports', { value: Object.freeze(exports), enumerable: true });
    }
  }
  for (const type of [Memory, Instance]) Object.defineProperty(type.prototype, platform, { value: `WebAssembly.${type.name}` });

  const compile = async (source) => new Module(source);
  const compileStreaming = async (source) => {
    const response = await source;
    if (!(response instanceof Response)) throw new TypeError('WebAssembly.compileStreaming(): an argument of type Response is needed');
    if (!response.ok) throw new TypeError('WebAssembly: HTTP status code is not ok');
    const type = response.headers.get('content-type') ?? '';
    if (type.split(';')[0].trim().toLowerCase() !== 'application/wasm') throw new TypeError("WebAssembly: Response has unsupported MIME type '" + type + "' expected 'application/wasm'");
    return new Module(await response.arrayBuffer());
  };
  const WebAssembly = {
    Module,
    Instance,
    Memory,
    ...errors,
    compile,
    compileStreaming,
    async instantiate(source, imports) {
      if (source instanceof Module) return new Instance(source, imports);
      const module = await compile(source);
      return { module, instance: new Instance(module, imports) };
    },
    async instantiateStreaming(source, imports) {
      const module = await compileStreaming(source);
      return { module, instance: new Instance(module, imports) };
    },
    validate(source) {
      try {
        return Boolean(new Module(source));
      } catch {
        return false;
      }
    },
  };
  Object.defineProperty(WebAssembly, Symbol.toStringTag, { value: 'WebAssembly' });
  define('WebAssembly', WebAssembly);
});
