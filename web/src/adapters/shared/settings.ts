// How the adapters are named. Each module of src/adapters is one SDK, and exports
//
//   <sdk>Session(client, settings)   for a loop that the application writes: a Session whose types are the SDK's
//   <sdk>Tools(client, settings)     for a loop that the SDK runs: what the SDK takes as tools, ready to be called
//   register<Sdk>Tools(to, client, settings)   where tools are registered with something that is there already
//
// with the settings below, and more of the same name where an SDK has more. What
// an SDK has of its own keeps the SDK's word for it (anthropicMemoryHandlers).
// SDKs are imported for their types only; what adapters share is in this folder.
import type { ApiType, ClientTools, Session, SessionSettings } from '../../types.js';

/** What every adapter takes besides the client. */
export interface AdapterSettings {
  /** Whose files and settings the tools work with, and which tools are enabled. */
  project: SessionSettings['project'];
  /** The chat, the agent and what else a call should know of where it happens. */
  context?: SessionSettings['context'] | undefined;
  /** Cancels the calls, beside the signal that the SDK may give to each of them. */
  signal?: AbortSignal | undefined;
}

/** How one call may be cancelled. */
export interface RunOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
}

/** A session of the settings, whose runs end on their signal too. */
export function openSession(client: ClientTools, apiType: ApiType, { project, context, signal: always }: AdapterSettings): Session {
  const session = client.session({ apiType, project, ...(context && { context }) });
  return {
    ...session,
    run: (calls, { signal } = {}) => {
      const either = eitherSignal(always, signal);
      return session.run(calls, either ? { signal: either } : {});
    },
  };
}

/** A signal that aborts when one of two does; the only one where the other is missing. */
export function eitherSignal(one: AbortSignal | null | undefined, other: AbortSignal | null | undefined): AbortSignal | undefined {
  if (one && other && one !== other) return AbortSignal.any([one, other]);
  return one ?? other ?? undefined;
}
