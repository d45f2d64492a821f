// MessageChannel, Worker, and the global scope of a worker.
(function (global, native) {
  const { define, core, platform } = native;

  const transferOf = (options) => (Array.isArray(options) ? options : (options?.transfer ?? []));

  const secret = Symbol('construct');
  class MessagePort extends EventTarget {
    constructor(key, port) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      super();
      Object.defineProperty(this, core, { value: port, writable: true });
    }
    postMessage(message, options) {
      native.portPost(this[core], message, transferOf(options), this);
    }
    start() {
      native.portStart(this[core], this);
    }
    close() {
      native.portClose(this[core]);
    }
    // Node's, which keeps its process alive by them.
    ref() {}
    unref() {}
  }
  native.handler(MessagePort.prototype, 'message', (port) => port.start());
  native.handler(MessagePort.prototype, 'messageerror');
  Object.defineProperty(MessagePort.prototype, platform, { value: 'MessagePort' });
  define('MessagePort', MessagePort);
  native.makePort = (port) => new MessagePort(secret, port);

  class MessageChannel {
    constructor() {
      const [a, b] = native.portPair();
      this.port1 = native.makePort(a);
      this.port2 = native.makePort(b);
    }
  }
  define('MessageChannel', MessageChannel);

  native.dispatchMessage = (target, data, ports) => target.dispatchEvent(new MessageEvent('message', { data, ports }));
  native.dispatchFailure = (target, message, filename, error) =>
    !target.dispatchEvent(new ErrorEvent('error', { message, filename, error, cancelable: true }));

  class Worker extends EventTarget {
    constructor(url, options = {}) {
      super();
      const address = native.resolveURL(String(url), String(global.location?.href ?? 'about:blank'));
      const worker = native.workerStart(this, address, String(options?.name ?? ''));
      Object.defineProperty(this, core, { value: worker });
    }
    postMessage(message, options) {
      native.workerPost(this[core], message, transferOf(options));
    }
    terminate() {
      native.workerTerminate(this[core]);
    }
  }
  for (const type of ['message', 'messageerror', 'error']) native.handler(Worker.prototype, type);
  Object.defineProperty(Worker.prototype, platform, { value: 'Worker' });
  define('Worker', Worker);

  for (const type of ['error', 'unhandledrejection']) native.handler(global, type);

  // workerScope turns the global object into that of a worker.
  native.workerScope = (name) => {
    class WorkerGlobalScope extends EventTarget {}
    class DedicatedWorkerGlobalScope extends WorkerGlobalScope {}
    define('WorkerGlobalScope', WorkerGlobalScope);
    define('DedicatedWorkerGlobalScope', DedicatedWorkerGlobalScope);
    define('name', name);
    define('postMessage', (message, options) => native.ownerPost(message, transferOf(options)));
    define('close', () => native.ownerClose());
    define('importScripts', (...urls) => {
      for (const url of urls) native.importScript(native.resolveURL(String(url), global.location.href));
    });
    native.handler(global, 'message');
    native.handler(global, 'messageerror');
  };
});
