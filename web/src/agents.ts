import { CodedError } from './errors.js';
import type { Agent, AgentStore } from './types.js';

/** What the core works on of an agent; the rest is the application's own. */
const fields = ['id', 'name', 'system_prompt', 'reflection_prompt', 'memory_reflection_prompt'] as const;

/** Answers one operation of the core on the application's agents, as JSON. What the store throws is for the model. */
export async function answerAgents(store: AgentStore, op: string, args: string): Promise<string> {
  const { id, change } = JSON.parse(args) as { id: string; change: Partial<Agent> };
  switch (op) {
    case 'get':
      return JSON.stringify(known(await store.get(id)));
    case 'list':
      return JSON.stringify((await store.list()).map(known));
    case 'update':
      return JSON.stringify(known(await store.update(id, change)));
    default:
      throw new CodedError('invalid_argument', `agents has no ${op}`);
  }
}

function known(agent: Agent | undefined): Record<string, unknown> | null {
  return agent ? Object.fromEntries(fields.filter((field) => agent[field] != null).map((field) => [field, agent[field]])) : null;
}
