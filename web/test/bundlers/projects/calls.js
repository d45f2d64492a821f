// What every project does once the package is loaded: one call of each
// tool, in one turn of a model. The script is TypeScript, which takes all three modules.

const calls = [
  { name: 'memory', input: { command: 'create', path: '/memories/tides.md', file_text: 'high at noon' } },
  { name: 'filesystem', input: { action: 'write', path: '/in.txt', content: '6 * 7' } },
  { name: 'javascript', input: { code: "const answer: number = eval(fs.readFileSync('/in.txt', 'utf-8')); return answer" } },
  { name: 'web', input: { action: 'search', query: 'tide tables' } },
];

/** Where the test's search service is; a server knows none. */
export function searchURL() {
  return typeof location === 'object' ? new URLSearchParams(location.search).get('search') : undefined;
}

/** Leaves what the calls gave, or why they could not be made, where the test finds it. */
export async function callEachTool(loadClientTools, options = {}) {
  try {
    const tools = await loadClientTools({ searchURL: searchURL(), ...options });
    const session = tools.session({ apiType: 'anthropic', project: { id: 'p', enabledTools: calls.map(({ name }) => name) } });
    const results = await session.run(calls.map((call, i) => ({ type: 'tool_use', id: `call_${i}`, ...call })));
    globalThis.outcome = { results, storage: tools.storage.kind };
    await tools.close();
  } catch (error) {
    globalThis.outcome = { error: `${error.code}: ${error.message}` };
  }
}
