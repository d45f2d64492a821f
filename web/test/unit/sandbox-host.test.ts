import { describe, expect, test } from 'vitest';
import { CodedError } from '../../src/errors.js';
import type { WorkerEndpoint } from '../../src/platform.js';
import { SandboxHost } from '../../src/sandbox-host.js';

/** What a test makes the workers of a host do with a script, by its code. */
type Behaviour = (code: string, worker: FakeWorker) => Promise<string> | string;

class FakeWorker implements WorkerEndpoint {
  ended = false;
  readonly posted: unknown[] = [];
  #listener: (message: unknown) => void = () => {};
  #failed: (error: Error) => void = () => {};
  readonly behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }

  post(message: unknown): void {
    this.posted.push(message);
    const { id, call } = message as { id: number; call?: [string, string] };
    if (call) void this.#answer(id, call);
  }

  async #answer(id: number, [method, args]: [string, string]): Promise<void> {
    try {
      const json = method === 'init' ? '{}' : await this.behaviour((JSON.parse(args) as { code: string }).code, this);
      this.say({ id, ok: [json, null] });
    } catch (error) {
      const { code = 'internal', message } = error as CodedError;
      this.say({ id, error: { code, message } });
    }
  }

  say(message: unknown): void {
    if (!this.ended) this.#listener(message);
  }

  die(message: string): void {
    this.#failed(new CodedError('internal', message));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  onFailure(listener: (error: Error) => void): void {
    this.#failed = listener;
  }

  hold(): void {}

  close(): void {
    this.ended = true;
  }
}

function newHost(behaviour: Behaviour, waited: () => Promise<number> = () => Promise.resolve(0)) {
  const workers: FakeWorker[] = [];
  const connected: string[] = [];
  const host = new SandboxHost({
    platform: {
      workers: true,
      spawn() {
        workers.push(new FakeWorker(behaviour));
        return workers.at(-1)!;
      },
    },
    moduleURL: 'https://example.org/sandbox.wasm',
    transpileURL: 'https://example.org/transpile.wasm',
    workerURL: 'https://example.org/sandbox-worker.js',
    connect(port) {
      const number = workers.length;
      connected.push(`+${number}`);
      return () => (connected.push(`-${number}`), port.close());
    },
    waited,
  });
  const run = (code: string, timeMs = 10_000, signal = new AbortController().signal) =>
    host.run(JSON.stringify({ run: 'r', code, limits: { timeMs }, allowTools: code.startsWith('tools') }), signal);
  return { host, workers, connected, run };
}

const forever = () => new Promise<string>(() => {});

describe('the host of sandboxes', () => {
  test('starts none before the first script, and uses one again', async () => {
    const { workers, run } = newHost((code) => `"${code}"`);
    expect(workers).toHaveLength(0);
    expect(await run('a')).toBe('"a"');
    expect(await run('b')).toBe('"b"');
    expect(workers).toHaveLength(1);
  });

  test('ends a script that passes its time, and the next runs in another worker', async () => {
    const { workers, connected, run } = newHost((code) => (code === 'loop' ? forever() : '"fine"'));
    await expect(run('loop', 20)).rejects.toMatchObject({ code: 'limit_time' });
    expect(workers[0]!.ended).toBe(true);
    expect(await run('next')).toBe('"fine"');
    expect(workers[1]!.ended).toBe(false);
    expect(connected).toContain('-1');
  });

  test('does not count what its tools wait for the user', async () => {
    const began = Date.now();
    // The user answers after 200 ms, the script needs 50 ms after that.
    const { run } = newHost(
      (code) => (code === 'tools, then a loop' ? forever() : new Promise((resolve) => setTimeout(() => resolve('"fine"'), 250))),
      () => Promise.resolve(Math.min(Date.now() - began, 200)),
    );
    expect(await run('tools', 100)).toBe('"fine"');
    await expect(run('no tools', 100)).rejects.toMatchObject({ code: 'limit_time' });
    await expect(run('tools, then a loop', 100)).rejects.toMatchObject({ code: 'limit_time' });
  });

  test('ends a script in time where nobody can say what its tools wait', async () => {
    const { run } = newHost(forever, () => Promise.reject(new Error('no core')));
    await expect(run('tools', 20)).rejects.toMatchObject({ code: 'limit_time' });
  });

  test('ends a script that is cancelled', async () => {
    const { workers, run } = newHost(forever);
    const controller = new AbortController();
    const running = run('wait', 10_000, controller.signal);
    await expect.poll(() => workers.length).toBe(1);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(workers[0]!.ended).toBe(true);
  });

  test('starts nothing for a call that was cancelled before', async () => {
    const { workers, run } = newHost(forever);
    await expect(run('wait', 10_000, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(workers).toHaveLength(0);
  });

  test('says that memory ran out when the module ended for that', async () => {
    const { workers, run } = newHost((code, worker) => {
      if (code !== 'bomb') return '"fine"';
      worker.say({ event: ['exit', JSON.stringify({ code: 'limit_memory', message: 'the memory limit was passed' })] });
      return forever();
    });
    await expect(run('bomb')).rejects.toMatchObject({ code: 'limit_memory' });
    expect(workers[0]!.ended).toBe(true);
    expect(await run('next')).toBe('"fine"');
  });

  test('survives the death of a worker', async () => {
    const { run } = newHost((code, worker) => (code === 'die' ? (worker.die('gone'), forever()) : '"fine"'));
    await expect(run('die')).rejects.toThrow('gone');
    expect(await run('next')).toBe('"fine"');
  });

  test('does not use an instance again after a script was rejected, or after it grew large', async () => {
    const { workers, run } = newHost((code, worker) => {
      if (code === 'panic') throw new CodedError('internal', 'panic');
      worker.say({ event: ['memory', String(200 << 20)] });
      return '"fine"';
    });
    await expect(run('panic')).rejects.toThrow('panic');
    await run('large');
    await run('large');
    expect(workers.map((worker) => worker.ended)).toEqual([true, true, true]);
  });

  test('does not bill what a script waits for a module to load', async () => {
    const { run } = newHost(async (_code, worker) => {
      worker.say({ event: ['loading', 'true'] });
      await new Promise((resolve) => setTimeout(resolve, 120));
      worker.say({ event: ['loading', 'false'] });
      return '"fine"';
    });
    expect(await run('a', 60)).toBe('"fine"');
    const { run: loop } = newHost((_code, worker) => {
      worker.say({ event: ['loading', 'true'] });
      worker.say({ event: ['loading', 'false'] });
      return forever();
    });
    await expect(loop('a', 60)).rejects.toMatchObject({ code: 'limit_time' });
  });

  test('gives a module that one worker compiled to the others', async () => {
    const module = new WebAssembly.Module(new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    let go = () => {};
    const { workers, run } = newHost(async (code, worker) => {
      if (code !== 'compile') return new Promise((resolve) => (go = () => resolve('""')));
      worker.say({ event: ['module', '"sandbox"'], attached: module });
      worker.say({ event: ['module', '"transpile"'], attached: module });
      return '""';
    });
    const other = run('wait');
    await expect.poll(() => workers.length).toBe(1);
    await run('compile');
    expect(workers[0]!.posted).toContainEqual({ event: ['transpile', ''], attached: module });
    expect(workers[1]!.posted).not.toContainEqual({ event: ['transpile', ''], attached: module });
    const third = run('wait'); // in the worker that compiled it
    const fourth = run('wait');
    await expect.poll(() => workers.length).toBe(3);
    expect(workers[2]!.posted[0]).toMatchObject({ attached: { module, transpile: module } });
    go();
    void [other, third, fourth].map((running) => running.catch(() => {}));
  });

  test('runs four scripts at once and the others after them', async () => {
    const waiting: (() => void)[] = [];
    const { workers, run } = newHost((code) => new Promise((resolve) => waiting.push(() => resolve(`"${code}"`))));
    const runs = ['a', 'b', 'c', 'd', 'e', 'f'].map((code) => run(code));
    await expect.poll(() => waiting.length).toBe(4);
    expect(workers).toHaveLength(4);
    for (let i = 0; i < 6; i++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(i);
      waiting[i]!();
    }
    expect(await Promise.all(runs)).toEqual(['"a"', '"b"', '"c"', '"d"', '"e"', '"f"']);
  });

  test('rejects what runs when it is closed, and what comes later', async () => {
    const { host, workers, run } = newHost(forever);
    const running = run('wait');
    await expect.poll(() => workers.length).toBe(1);
    host.close();
    await expect(running).rejects.toMatchObject({ code: 'closed' });
    await expect(run('later')).rejects.toMatchObject({ code: 'closed' });
    expect(workers).toHaveLength(1);
  });
});
