import type { NeutralTool } from '../shared/neutral.js';

/**
 * The tools, whose calls keep their order. The AI SDK starts each call as soon as
 * the model has said it, so that a read would overtake the write before it. Calls
 * that only read run side by side, and so do those that only reach out, such as
 * the web tool's; any other waits for all before it.
 */
export function inOrder(tools: NeutralTool[]): NeutralTool[] {
  const running = new Set<{ kind: Kind; ended: Promise<unknown> }>();
  return tools.map((tool) => ({
    ...tool,
    run: (input, call) => {
      const kind = kindOf(tool);
      const before = [...running].filter((other) => kind === 'changes' || other.kind !== kind).map(({ ended }) => ended);
      const result = before.length === 0 ? tool.run(input, call) : Promise.all(before).then(() => tool.run(input, call));
      const entry = { kind, ended: result.then(ended, ended) };
      function ended() {
        running.delete(entry);
      }
      running.add(entry);
      return result;
    },
  }));
}

type Kind = 'reads' | 'reaches' | 'changes';

function kindOf({ annotations: { readOnlyHint, openWorldHint, destructiveHint } }: NeutralTool): Kind {
  if (readOnlyHint) return 'reads';
  return openWorldHint && !destructiveHint ? 'reaches' : 'changes';
}
