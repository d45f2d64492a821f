import type { Reply } from './channel.js';
import { CodedError } from './errors.js';
import { defineGo, type GoConstructor } from 'virtual:wasm-exec';

/** A method call into a running Go module. See wasm/README.md. */
export type GoCall = (method: string, args: string, bytes?: Uint8Array | null, signal?: AbortSignal | null) => Promise<Reply>;

/** What a realm lends to a module; `ready` is added by {@link startGo}. */
export type GoHost = Record<string, unknown>;

/** A started module. */
export interface GoInstance {
  call: GoCall;
  /** What the module said about itself. */
  info: { module: string; version: string; go: string };
  /** Bytes of linear memory, which only grows. */
  memoryBytes(): number;
}

/** A host that runs us with a loader of its own puts its Go class here. */
const loaderKey = Symbol.for('clienttools.Go');

/**
 * Starts a compiled Go module with what the realm lends it. `onExit` is told
 * once, synchronously, when the program ends.
 */
export async function startGo(module: WebAssembly.Module, host: GoHost, onExit: (error: CodedError) => void): Promise<GoInstance> {
  const printed: string[] = [];
  const print = (line: string) => {
    // The first lines say why a program ends; stacks come after them.
    if (printed.length < 40) printed.push(String(line));
  };
  const Go = goClass(print);
  const go = new Go();
  const key = `clienttools:${crypto.getRandomValues(new Uint32Array(4)).join('.')}`;
  go.argv = ['clienttools', key];
  go.env = {};

  let exited: CodedError | undefined;
  const waiting = new Set<(error: Error) => void>();
  const end = (error: CodedError) => {
    if (exited) return;
    exited = error;
    for (const reject of waiting) reject(error);
    waiting.clear();
    onExit(error);
  };
  // Synchronous: when the program ends below a call that it made, what
  // wasm_exec.js throws to the caller is a misleading TypeError.
  go.exit = (code) => end(exitError(code, printed.join('\n')));

  // A promise that settles after the end calls back into a program that is no more,
  // where wasm_exec.js throws at nobody in particular.
  const resume = go._resume;
  go._resume = () => {
    if (exited) return;
    try {
      resume.call(go);
    } catch (error) {
      // Most of a program runs below a callback, whose caller would not know what to do with it.
      end(broken(error));
    }
  };

  const guard = (call: GoCall): GoCall => {
    return (method, args, bytes = null, signal = null) =>
      new Promise((resolve, reject) => {
        if (exited) return reject(exited);
        // A program that has ended answers nothing any more.
        waiting.add(reject);
        const settle = () => void waiting.delete(reject);
        try {
          call(method, args, bytes, signal).then(
            (reply) => (settle(), resolve(reply)),
            (error: unknown) => (settle(), reject(exited ?? error)),
          );
        } catch (error) {
          // Go answers with a promise, always. It throws only when the stack below it broke.
          end(broken(error));
        }
      });
  };

  const instance = await WebAssembly.instantiate(module, go.importObject);
  const memory = instance.exports['mem'] as WebAssembly.Memory | undefined;
  const global = globalThis as Record<string, unknown>;
  try {
    return await new Promise<GoInstance>((resolve, reject) => {
      waiting.add(reject);
      const ready = (call: GoCall, info: string) => {
        waiting.delete(reject);
        resolve({ call: guard(call), info: JSON.parse(info) as GoInstance['info'], memoryBytes: () => memory?.buffer.byteLength ?? 0 });
      };
      global[key] = { ...host, ready };
      // run rejects when the host's own stack overflows below it; the instance is broken then.
      go.run(instance).catch((error: unknown) =>
        end(new CodedError('internal', `the module broke: ${error instanceof Error ? error.message : String(error)}`)),
      );
    });
  } finally {
    delete global[key];
  }
}

/** What ended a module from below. The host's stack is smaller than Go believes, and a module does not survive its end. */
function broken(error: unknown): CodedError {
  const message = error instanceof Error ? error.message : String(error);
  if (/call stack|recursion/i.test(message)) return new CodedError('limit_stack', `nested too deep: ${message}`);
  return new CodedError('internal', `the module broke: ${message}`);
}

function exitError(code: number, output: string): CodedError {
  if (code === 0) return new CodedError('closed', 'the module was closed');
  if (/out of memory|cannot allocate memory/i.test(output)) return new CodedError('limit_memory', 'the memory limit was passed', { output });
  return new CodedError('internal', `the module ended with exit code ${code}`, output === '' ? { exitCode: code } : { exitCode: code, output });
}

// wasm_exec.js puts Go, fs, process and path on the global object. On a page
// these belong to others, so it gets an object in front of the real one.
function goClass(print: (line: string) => void): GoConstructor {
  const given = (globalThis as Record<symbol, unknown>)[loaderKey];
  if (typeof given === 'function') return given as GoConstructor;
  const own: Record<PropertyKey, unknown> = Object.create(null) as Record<PropertyKey, unknown>;
  const hidden = ['fs', 'process', 'path', 'require', 'Go'];
  const bound = ['fetch', 'setTimeout', 'clearTimeout', 'queueMicrotask'];
  const front = new Proxy(globalThis, {
    get(target, name) {
      if (name in own) return own[name];
      if (typeof name === 'string' && hidden.includes(name)) return undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' && bound.includes(name as string) ? (value.bind(target) as unknown) : value;
    },
    set(_target, name, value) {
      own[name] = value;
      return true;
    },
    deleteProperty(target, name) {
      delete own[name];
      return Reflect.deleteProperty(target, name);
    },
  });
  return defineGo(front, { log: print, warn: print });
}
