import type { AssistantEntry, Entry } from '../conversation.js';
import { anthropicResultText } from '../providers/anthropic-result.js';
import type { Provider, Turn, TurnRequest } from '../providers/provider.js';
import { scriptFor } from './scenarios.js';

/** Between two pieces of a scripted answer, milliseconds. */
const pause = 10;

/** A model made of scripts: it calls the project's real tools and needs no network. */
export function practiceProvider(): Provider {
  return {
    apiType: 'anthropic',
    resultText: anthropicResultText,
    async turn({ entries, signal, onText }: TurnRequest): Promise<Turn> {
      const { said, results } = sinceTheUserSpoke(entries);
      const { text, calls = [] } = scriptFor(said)(results, said);
      for (const words of text.match(/(\S+\s*){1,3}/g) ?? []) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        signal.throwIfAborted();
        onText(words);
      }
      const made = calls.map((call) => ({ id: `practice_${crypto.randomUUID()}`, ...call }));
      const nativeCalls = made.map((call) => ({ type: 'tool_use', ...call }));
      const content = [...(text ? [{ type: 'text', text }] : []), ...nativeCalls];
      return { text, calls: made, nativeCalls, native: [{ role: 'assistant', content }] };
    },
  };
}

function sinceTheUserSpoke(entries: Entry[]): { said: string; results: string[][] } {
  const at = entries.map(({ kind }) => kind).lastIndexOf('user');
  const user = entries[at];
  const turns = entries.slice(at + 1) as AssistantEntry[];
  return {
    said: user?.kind === 'user' ? user.text : '',
    results: turns.filter(({ calls }) => calls.length > 0).map(({ calls }) => calls.map(({ output }) => output ?? '')),
  };
}
