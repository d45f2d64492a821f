// Every loop that is played. It goes into a page too: nothing of Node here.
import type { Loop } from './play.js';
import { aiSdkAgent, aiSdkGenerate, aiSdkStream } from './sdks/ai-sdk.js';
import { anthropicMemory, anthropicMessages, anthropicRunner } from './sdks/anthropic.js';
import { geminiCallable, geminiCallableWhole, geminiContents } from './sdks/gemini.js';
import { langchainAgent, langchainLoop } from './sdks/langchain.js';
import { openaiAgentsChat, openaiAgentsResponses } from './sdks/openai-agents.js';
import { openaiChat, openaiResponses, openaiRunTools } from './sdks/openai.js';

export const loops: Loop[] = [
  anthropicMessages,
  anthropicRunner,
  anthropicMemory,
  openaiChat,
  openaiRunTools,
  openaiResponses,
  geminiContents,
  geminiCallable,
  geminiCallableWhole,
  aiSdkStream,
  aiSdkGenerate,
  aiSdkAgent,
  openaiAgentsResponses,
  openaiAgentsChat,
  langchainLoop,
  langchainAgent,
];
