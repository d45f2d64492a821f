import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import OpenAI from 'openai';
import { openaiAgentsTools } from '../../../../src/adapters/openai-agents.js';
import type { App, Loop } from '../play.js';

function runner({ url }: App, useResponses: boolean): Runner {
  const openAIClient = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', dangerouslyAllowBrowser: true });
  return new Runner({ modelProvider: new OpenAIProvider({ openAIClient, useResponses }), tracingDisabled: true });
}

async function run(app: App, useResponses: boolean): Promise<string> {
  const { client, settings, prompt, signal } = app;
  const agent = new Agent({ name: 'Helper', model: 'gpt-test', tools: await openaiAgentsTools(client, settings) });
  const result = await runner(app, useResponses).run(agent, prompt, { stream: true, signal });
  await result.completed;
  if (signal.aborted) throw signal.reason; // a streamed run that is stopped ends as if it had nothing more to say
  return result.finalOutput ?? '';
}

export const openaiAgentsResponses: Loop = { name: 'OpenAI Agents, responses', api: 'openai_responses', pictures: true, run: (app) => run(app, true) };
export const openaiAgentsChat: Loop = { name: 'OpenAI Agents, chat completions', api: 'openai_chat', run: (app) => run(app, false) };
