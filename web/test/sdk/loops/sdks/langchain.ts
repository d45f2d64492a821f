import { HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { langchainTools } from '../../../../src/adapters/langchain.js';
import type { App, Loop } from '../play.js';

const model = ({ url }: App, useResponsesApi: boolean) =>
  new ChatOpenAI({
    model: 'gpt-test',
    apiKey: 'none',
    useResponsesApi,
    streaming: useResponsesApi,
    configuration: { baseURL: `${url}/v1`, dangerouslyAllowBrowser: true },
  });

export const langchainLoop: Loop = {
  name: 'LangChain bindTools, OpenAI chat completions',
  api: 'openai_chat',
  // As a part that the API may refuse: LangChain knows of a tool message only that it has parts.
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const tools = await langchainTools(client, { ...settings, DynamicStructuredTool, ToolMessage });
    const bound = model(app, false).bindTools(tools);
    const messages: BaseMessage[] = [new HumanMessage(prompt)];
    for (;;) {
      const answer = await bound.invoke(messages, { signal });
      messages.push(answer);
      const calls = answer.tool_calls ?? [];
      if (calls.length === 0) return answer.text;
      const run = calls.map((call) => tools.find(({ name }) => name === call.name)!.invoke({ ...call, type: 'tool_call' }, { signal }));
      messages.push(...((await Promise.all(run)) as unknown as ToolMessage[]));
      signal.throwIfAborted();
    }
  },
};

export const langchainAgent: Loop = {
  name: 'LangChain createAgent, OpenAI responses',
  api: 'openai_responses',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal } = app;
    const tools = await langchainTools(client, { ...settings, DynamicStructuredTool, ToolMessage });
    const agent = createAgent({ model: model(app, true), tools });
    const { messages } = await agent.invoke({ messages: [new HumanMessage(prompt)] }, { signal });
    return messages.at(-1)!.text;
  },
};
