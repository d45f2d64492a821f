import { GoogleGenAI, type Content, type Part } from '@google/genai';
import { geminiSession, geminiTools } from '../../../../src/adapters/gemini.js';
import type { App, Loop } from '../play.js';

// The SDK's own path is /v1, which aimock does not know; and it tries again only where it is told to.
const sdk = ({ url }: App) =>
  new GoogleGenAI({ apiKey: 'none', apiVersion: 'v1beta', httpOptions: { baseUrl: url, retryOptions: { attempts: 3, initialDelay: 0.1 } } });
const model = 'gemini-test';
const textOf = (parts: Part[]) => parts.map(({ text = '' }) => text).join('');

export const geminiContents: Loop = {
  name: 'Gemini contents',
  api: 'gemini',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const session = geminiSession(client, settings);
    const contents: Content[] = [{ role: 'user', parts: [{ text: prompt }] }];
    for (;;) {
      const config = { tools: await session.definitions(), abortSignal: signal };
      const parts: Part[] = [];
      for await (const { candidates } of await sdk(app).models.generateContentStream({ model, contents, config })) {
        parts.push(...(candidates?.[0]?.content?.parts ?? []));
      }
      const results = await session.run(parts, { signal });
      if (results.length === 0) return textOf(parts);
      contents.push({ role: 'model', parts }, { role: 'user', parts: results });
    }
  },
};

export const geminiCallable: Loop = {
  name: 'Gemini callable tools, streaming',
  api: 'gemini',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const tools = await geminiTools(client, { ...settings, signal });
    let text = '';
    const chunks = await sdk(app).models.generateContentStream({ model, contents: prompt, config: { tools, abortSignal: signal } });
    for await (const { candidates } of chunks) {
      const { role, parts = [] } = candidates?.[0]?.content ?? {};
      // The SDK yields the results too, as a chunk of the user's.
      text = role === 'user' ? '' : text + textOf(parts);
    }
    return text;
  },
};

export const geminiCallableWhole: Loop = {
  name: 'Gemini callable tools',
  api: 'gemini',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const tools = await geminiTools(client, { ...settings, signal });
    const response = await sdk(app).models.generateContent({ model, contents: prompt, config: { tools, abortSignal: signal } });
    return response.text ?? '';
  },
};
