import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { anthropicMemoryHandlers, anthropicSession, anthropicTools } from '../../../../src/adapters/anthropic.js';
import type { App, Loop } from '../play.js';

const sdk = ({ url }: App) => new Anthropic({ baseURL: url, apiKey: 'none', dangerouslyAllowBrowser: true });
const model = 'claude-test';

export const anthropicMessages: Loop = {
  name: 'Anthropic messages',
  api: 'anthropic',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const session = anthropicSession(client, settings);
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }];
    for (;;) {
      const tools = await session.definitions();
      const message = await sdk(app).messages.stream({ model, max_tokens: 1024, messages, tools }, { signal }).finalMessage();
      const results = await session.run(message, { signal });
      if (results.length === 0) return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
      // Not the message itself: the API refuses members that are an answer's only.
      messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
    }
  },
};

export const anthropicRunner: Loop = {
  name: 'Anthropic tool runner',
  api: 'anthropic',
  pictures: true,
  async run(app) {
    const tools = await anthropicTools(app.client, app.settings);
    return runTools(app, tools);
  },
};

export const anthropicMemory: Loop = {
  name: 'Anthropic tool runner with its memory helper',
  api: 'anthropic',
  pictures: true,
  idsUnknown: ['memory'],
  async run(app) {
    const { client, settings, signal } = app;
    const enabledTools = settings.project.enabledTools?.filter((name) => name !== 'memory') ?? [];
    const tools = await anthropicTools(client, { ...settings, project: { ...settings.project, enabledTools } });
    const memory = betaMemoryTool(anthropicMemoryHandlers(client, { ...settings, signal }));
    return runTools(app, [memory, ...tools]);
  },
};

async function runTools(app: App, tools: Parameters<Anthropic['beta']['messages']['toolRunner']>[0]['tools']): Promise<string> {
  const { prompt, signal } = app;
  const messages = [{ role: 'user' as const, content: prompt }];
  const runner = sdk(app).beta.messages.toolRunner({ model, max_tokens: 1024, messages, tools, stream: true, thread: false }, { signal });
  let text = '';
  for await (const stream of runner) {
    const message = await stream.finalMessage();
    text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  }
  return text;
}
