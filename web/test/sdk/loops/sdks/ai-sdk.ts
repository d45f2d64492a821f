import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, streamText, ToolLoopAgent } from 'ai';
import { aiSdkTools } from '../../../../src/adapters/ai-sdk.js';
import type { App, Loop } from '../play.js';

const openai = ({ url }: App) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
const anthropic = ({ url }: App) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none', headers: { 'anthropic-dangerous-direct-browser-access': 'true' } });
const stopWhen = isStepCount(10);

export const aiSdkStream: Loop = {
  name: 'AI SDK streamText, Anthropic',
  api: 'anthropic',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal: abortSignal } = app;
    const tools = await aiSdkTools(client, settings);
    const onError = () => {}; // the promise below says it
    return await streamText({ model: anthropic(app)('claude-test'), tools, prompt, stopWhen, abortSignal, onError, maxOutputTokens: 1000 }).text;
  },
};

export const aiSdkGenerate: Loop = {
  name: 'AI SDK generateText, OpenAI chat completions',
  api: 'openai_chat',
  // As text of base64: this provider writes down what the API has no part for.
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal: abortSignal } = app;
    const tools = await aiSdkTools(client, settings);
    return (await generateText({ model: openai(app).chat('gpt-test'), tools, prompt, stopWhen, abortSignal })).text;
  },
};

export const aiSdkAgent: Loop = {
  name: 'AI SDK ToolLoopAgent, OpenAI responses',
  api: 'openai_responses',
  pictures: true,
  async run(app) {
    const { client, settings, prompt, signal: abortSignal } = app;
    const agent = new ToolLoopAgent({ model: openai(app).responses('gpt-test'), tools: await aiSdkTools(client, settings), stopWhen });
    return (await agent.stream({ prompt, abortSignal })).text;
  },
};
