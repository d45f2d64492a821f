import { Channel, type Endpoint } from './channel.js';
import { CodedError } from './errors.js';
import type { Platform } from './platform.js';

/** What a sandbox's worker gets to begin with, beside the module's URL. */
export interface SandboxStart {
  module: WebAssembly.Module | undefined;
  /** Its line to the files of the core. */
  files: MessagePort;
}

/** How sandboxes reach the world. */
export interface SandboxOptions {
  platform: Platform;
  /** The sandbox's module and the script of its worker. */
  moduleURL: string;
  workerURL: string;
  /** Gives the core the other end of a new sandbox's port; the result takes it back. */
  connect(port: MessagePort): () => void;
}

/** One worker with one instance of the sandbox's module. */
export class Sandbox {
  /** Resolves when it can run a script; rejects with `load_failed`. */
  readonly ready: Promise<void>;
  /** Size of its memory after its last script. */
  memoryBytes = 0;
  readonly #channel: Channel;
  readonly #disconnect: () => void;

  constructor(
    { platform, moduleURL, workerURL, connect }: SandboxOptions,
    module: WebAssembly.Module | undefined,
    onModule: (module: WebAssembly.Module) => void,
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
        else if (name === 'module') onModule(attached as WebAssembly.Module);
        else if (name === 'exit') {
          const { code, message } = JSON.parse(json) as { code: string; message: string };
          this.end(new CodedError(code, message));
        }
      },
    });
    worker.onFailure((error) => this.end(error));
    const start: SandboxStart = { module, files: port2 };
    this.ready = this.#channel.call('init', JSON.stringify({ url: moduleURL }), { attach: start, transfer: [port2] }).then(() => {});
    // Who waits for it hears of it; a spare that fails to start bothers nobody.
    this.ready.catch(() => {});
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
