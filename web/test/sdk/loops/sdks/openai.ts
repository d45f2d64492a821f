import OpenAI from 'openai';
import { openaiChatSession, openaiResponsesSession, openaiTools } from '../../../../src/adapters/openai.js';
import type { App, Loop } from '../play.js';

const sdk = ({ url }: App) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', dangerouslyAllowBrowser: true });
const model = 'gpt-test';

export const openaiChat: Loop = {
  name: 'OpenAI chat completions',
  api: 'openai_chat',
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const session = openaiChatSession(client, settings);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }];
    for (;;) {
      const tools = await session.definitions();
      const completion = await sdk(app).chat.completions.stream({ model, messages, tools }, { signal }).finalChatCompletion();
      const { content, tool_calls = [] } = completion.choices[0]!.message;
      const results = await session.run({ tool_calls }, { signal });
      if (results.length === 0) return content ?? '';
      // Not the message itself, which has members of the SDK's own.
      messages.push({ role: 'assistant', content, tool_calls }, ...results);
    }
  },
};

export const openaiRunTools: Loop = {
  name: 'OpenAI runTools',
  api: 'openai_chat',
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const tools = await openaiTools(client, settings);
    const messages = [{ role: 'user' as const, content: prompt }];
    const runner = sdk(app).chat.completions.runTools({ model, messages, tools, stream: true }, { signal });
    return (await runner.finalContent()) ?? '';
  },
};

export const openaiResponses: Loop = {
  name: 'OpenAI responses',
  api: 'openai_responses',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const session = openaiResponsesSession(client, settings);
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: prompt }];
    for (;;) {
      const tools = await session.definitions();
      // Not responses.stream: its helper adds members of its own to what is sent back here.
      let response: OpenAI.Responses.Response | undefined;
      for await (const event of await sdk(app).responses.create({ model, input, tools, stream: true }, { signal })) {
        if (event.type === 'response.completed') response = event.response;
      }
      if (!response) throw new Error('the response was not completed');
      const results = await session.run(response, { signal });
      if (results.length === 0) return textOf(response);
      // Their output is no input of theirs to the compiler, where optional and undefined are two things.
      input.push(...(response.output as OpenAI.Responses.ResponseInput), ...results);
    }
  },
};

const textOf = ({ output }: OpenAI.Responses.Response) =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
