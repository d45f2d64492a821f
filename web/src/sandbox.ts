import { Channel, type Endpoint } from './channel.js';
import { CodedError } from './errors.js';
import type { Platform } from './platform.js';

/** What a sandbox's worker gets to begin with, beside the module's URL. */
export interface SandboxStart {
  module: WebAssembly.Module | undefined;
  /** The module that rewrites code, if another worker has compiled it. */
  transpile: WebAssembly.Module | undefined;
  /** Its line to the files of the core. */
  files: MessagePort;
}

/** How sandboxes reach the world. */
export interface SandboxOptions {
  platform: Platform;
  /** The sandbox's module, the one that rewrites code for it, and the script of its worker. */
  moduleURL: string;
  transpileURL: string;
  workerURL: string;
  /** Gives the core the other end of a new sandbox's port; the result takes it back. */
  connect(port: MessagePort): () => void;
  /** How long the tools that a run called have waited for the user so far, in milliseconds. */
  waited(run: string): Promise<number>;
}

/** Modules that are compiled, for further workers. */
export interface CompiledModules {
  sandbox?: WebAssembly.Module;
  transpile?: WebAssembly.Module;
}

/** One worker with one instance of the sandbox's module. */
export class Sandbox {
  /** Resolves when it can run a script; rejects with `load_failed`. */
  readonly ready: Promise<void>;
  /** Size of its memory after its last script. */
  memoryBytes = 0;
  /** Is told when its script waits for a module to load, and when that is over. */
  onLoading: (loading: boolean) => void = () => {};
  readonly #channel: Channel;
  readonly #disconnect: () => void;

  constructor(
    { platform, moduleURL, transpileURL, workerURL, connect }: SandboxOptions,
    modules: CompiledModules,
    onModule: (name: keyof CompiledModules, module: WebAssembly.Module) => void,
  ) {
    const worker = platform.spawn(workerURL, 'clienttools sandbox');
    const { port1, port2 } = new MessageChannel();
    this.#disconnect = connect(port1);
    this.#channel = new Channel(worker as Endpoint, {
      call(method) {
        throw new CodedError('invalid_argument', `a sandbox may not call ${method}`);
      },
      event: (name, json, attached) => {
        if (name === 'memory') this.memoryBytes = Number(json);
        else if (name === 'loading') this.onLoading(JSON.parse(json) as boolean);
        else if (name === 'module') onModule(JSON.parse(json) as keyof CompiledModules, attached as WebAssembly.Module);
        else if (name === 'exit') {
          const { code, message } = JSON.parse(json) as { code: string; message: string };
          this.end(new CodedError(code, message));
        }
      },
    });
    worker.onFailure((error) => this.end(error));
    const start: SandboxStart = { module: modules.sandbox, transpile: modules.transpile, files: port2 };
    const urls = JSON.stringify({ url: moduleURL, transpileURL });
    this.ready = this.#channel.call('init', urls, { attach: start, transfer: [port2] }).then(() => {});
    // Who waits for it hears of it; a spare that fails to start bothers nobody.
    this.ready.catch(() => {});
  }

  /** Gives it the module that rewrites code, which another worker has compiled. */
  useTranspile(module: WebAssembly.Module): void {
    this.#channel.emit('transpile', '', module);
  }

  async run(job: string): Promise<string> {
    return (await this.#channel.call('run', job)).json;
  }

  /** Ends the worker, whatever it is doing. What it was doing rejects with the error. */
  end(error: Error): void {
    this.#channel.fail(error);
    this.#disconnect();
  }
}
