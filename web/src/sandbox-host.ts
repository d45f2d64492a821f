import { Countdown } from './countdown.js';
import { CodedError } from './errors.js';
import type { ScriptJob } from './gen/types.js';
import { Sandbox, type CompiledModules, type SandboxOptions } from './sandbox.js';

const defaultTimeMs = 30_000;
/** Scripts at the same time; more wait. Each has a worker and a memory of its own. */
const maxRunning = 4;
/** Linear memory never shrinks, so an instance that grew past this is not used again. */
const keptMemoryBytes = 96 << 20;
/** While the user is being asked, what is left of the time stays the same; this is how often to look. */
const shortestMs = 20;

/**
 * Runs scripts in workers of their own and ends them from outside: Go's
 * WebAssembly has one thread and no preemption, so nothing inside could.
 */
export class SandboxHost {
  readonly #options: SandboxOptions;
  readonly #idle: Sandbox[] = [];
  readonly #running = new Set<Sandbox>();
  readonly #queue: (() => void)[] = [];
  readonly #modules: CompiledModules = {};
  #places = maxRunning;
  #closed = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** Runs one job of pkg/tools/javascript to its outcome, both as JSON. */
  async run(job: string, signal: AbortSignal): Promise<string> {
    await this.#place();
    try {
      this.#check(signal);
      const sandbox = this.#idle.pop() ?? this.#start();
      this.#running.add(sandbox);
      try {
        const outcome = await this.#watched(sandbox, job, signal);
        this.#giveBack(sandbox);
        return outcome;
      } catch (error) {
        // Whatever went wrong, its state is unknown: the next script gets another.
        sandbox.end(new CodedError('closed', 'the sandbox was ended'));
        this.#spare();
        throw error;
      } finally {
        this.#running.delete(sandbox);
      }
    } finally {
      this.#places++;
      this.#queue.shift()?.();
    }
  }

  /** Loads the module and starts an instance, so that the first script need not wait for it. */
  async preload(): Promise<void> {
    if (this.#idle.length === 0 && !this.#closed) {
      const sandbox = this.#start();
      this.#idle.push(sandbox);
      await sandbox.ready;
    }
  }

  /** Ends every sandbox; what runs in them rejects. */
  close(): void {
    this.#closed = true;
    const error = new CodedError('closed', 'the client was closed');
    for (const sandbox of [...this.#idle, ...this.#running]) sandbox.end(error);
    this.#idle.length = 0;
  }

  async #place(): Promise<void> {
    while (this.#places === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#places--;
  }

  #check(signal: AbortSignal): void {
    if (this.#closed) throw new CodedError('closed', 'the client was closed');
    if (signal.aborted) throw new CodedError('cancelled', 'the call was cancelled');
  }

  #start(): Sandbox {
    const sandbox = new Sandbox(this.#options, this.#modules, (name, module) => {
      this.#modules[name] = module;
      if (name === 'transpile') for (const other of [...this.#idle, ...this.#running]) if (other !== sandbox) other.useTranspile(module);
    });
    sandbox.ready.catch(() => {
      const at = this.#idle.indexOf(sandbox);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return sandbox;
  }

  #giveBack(sandbox: Sandbox): void {
    if (!this.#closed && sandbox.memoryBytes <= keptMemoryBytes && this.#idle.length === 0) this.#idle.push(sandbox);
    else {
      sandbox.end(new CodedError('closed', 'the sandbox was ended'));
      this.#spare();
    }
  }

  // Starting an instance takes tens of milliseconds that the next script saves.
  #spare(): void {
    if (!this.#closed && this.#modules.sandbox && this.#idle.length === 0) this.#idle.push(this.#start());
  }

  /** The outcome, unless time runs out or the call is cancelled first. Loading is not billed, nor what its calls wait for the user. */
  async #watched(sandbox: Sandbox, job: string, signal: AbortSignal): Promise<string> {
    const { run, limits, allowTools } = JSON.parse(job) as ScriptJob;
    const timeMs = limits.timeMs || defaultTimeMs;
    let stop = (_error: Error): void => {};
    const stopped = new Promise<never>((_, reject) => (stop = reject));
    const cancel = () => stop(new CodedError('cancelled', 'the call was cancelled'));
    let countdown: Countdown | undefined;
    signal.addEventListener('abort', cancel);
    try {
      await Promise.race([sandbox.ready, stopped]);
      let counted = 0;
      const over = async () => {
        const waited = allowTools ? await this.#options.waited(run).catch(() => 0) : 0;
        const more = waited - counted;
        if (more <= 0) stop(new CodedError('limit_time', `the script did not end within ${timeMs} ms`, { timeMs }));
        else time.add(Math.max(more, shortestMs));
        counted = waited;
      };
      const time = (countdown = new Countdown(timeMs, () => void over()));
      sandbox.onLoading = (loading) => (loading ? time.stop() : time.go());
      return await Promise.race([sandbox.run(job), stopped]);
    } finally {
      countdown?.stop();
      sandbox.onLoading = () => {};
      signal.removeEventListener('abort', cancel);
    }
  }
}
