import type { Agent, AgentStore } from 'clienttools';

const key = 'clienttools-demo.agents';
const first: Agent = { id: 'ada', name: 'Ada', system_prompt: 'You answer in short, plain sentences.' };

/** The one agent of this page, so that agent_config has something to work on. */
export const demoAgent = first.id;

/** Agents in this browser's storage, as an application might keep them. */
export const agents: AgentStore = {
  get: (id) => Promise.resolve(read().find((agent) => agent.id === id)),
  list: () => Promise.resolve(read()),
  update(id, change) {
    const all = read();
    const agent = all.find((known) => known.id === id);
    if (!agent) return Promise.reject(new Error(`There is no agent ${id}`));
    localStorage.setItem(key, JSON.stringify(all.map((known) => (known === agent ? Object.assign(agent, change) : known))));
    return Promise.resolve(agent);
  },
};

function read(): Agent[] {
  const stored = localStorage.getItem(key);
  return stored ? (JSON.parse(stored) as Agent[]) : [{ ...first }];
}
