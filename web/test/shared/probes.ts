// The list of what a model's code may use, which the engine's own tests go through in Go.
import { readFileSync } from 'node:fs';
import type { ClientTools } from '../../src/index.js';

interface Probe {
  name: string;
  /** Whether it has to hold. */
  holds: boolean;
  code: string;
}

export const probes: Probe[] = readFileSync(new URL('../../../pkg/tools/javascript/gojavm/testdata/probes.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(' :: '))
  .filter(([name, code]) => code !== undefined && !name!.startsWith('#'))
  .map(([name, ...code]) => ({ name: name!.replace(/^[-~]/, ''), holds: !name!.startsWith('-'), code: code.join(' :: ') }));

/** Which of the codes give true, run one after another. Sent to a page as its source text: it refers to nothing outside of itself. */
export async function holding(tools: ClientTools, codes: string[]): Promise<boolean[]> {
  const holds: boolean[] = [];
  for (const [i, code] of codes.entries()) {
    const projectId = `probe ${i}`;
    const { data } = await tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId });
    holds.push(data?.['value'] === true);
    await tools.deleteProject(projectId);
  }
  return holds;
}
