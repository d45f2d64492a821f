import type { Session } from '../../types.js';

interface Waiting {
  call: unknown;
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/** Runs one call of a turn, in the form of the session's API; gives its result in that form. */
export type RunInTurn = (call: unknown, signal?: AbortSignal | null | undefined) => Promise<unknown>;

/**
 * Makes turns of single calls. SDKs that run tools themselves start the calls of
 * one assistant turn together, one function each; run one by one, a read could
 * overtake the write before it. So the calls of one task of the event loop become
 * one run, which keeps the order of calls that touch the same files.
 */
export function gatherTurns(session: Session): RunInTurn {
  let turn: Waiting[] = [];
  const runGathered = () => {
    const gathered = turn;
    turn = [];
    // Usually one signal; calls of two chats that meet here end by their own.
    const bySignal = new Map<AbortSignal | undefined, Waiting[]>();
    for (const waiting of gathered) bySignal.set(waiting.signal, [...(bySignal.get(waiting.signal) ?? []), waiting]);
    for (const [signal, group] of bySignal) void runTurn(session, group, signal);
  };
  return (call, signal) =>
    new Promise((resolve, reject) => {
      if (turn.length === 0) afterThisTask(runGathered);
      turn.push({ call, signal: signal ?? undefined, resolve, reject });
    });
}

async function runTurn(session: Session, turn: Waiting[], signal: AbortSignal | undefined): Promise<void> {
  try {
    const results = await session.run(
      turn.map(({ call }) => call),
      signal ? { signal } : {},
    );
    turn.forEach(({ resolve }, i) => resolve(results[i]));
  } catch (error) {
    for (const { reject } of turn) reject(error);
  }
}

/** Runs a task after the microtasks of this one. A timer would wait up to a minute in a tab that is hidden. */
function afterThisTask(task: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close(); // open, it would keep a Node process alive
    task();
  };
  port2.postMessage(undefined);
}
