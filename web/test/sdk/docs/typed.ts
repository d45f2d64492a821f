// The package's types lead to the SDKs' types: where one is not found it is any, and
// these would compile.
import type { anthropicMemoryHandlers, anthropicSession, anthropicTools } from 'clienttools/anthropic';
import type { geminiSession, geminiTools } from 'clienttools/gemini';
import type { openaiChatSession, openaiResponsesSession, openaiTools } from 'clienttools/openai';

type Definition<Open extends (...args: never[]) => { definitions(): unknown }> = Awaited<ReturnType<ReturnType<Open>['definitions']>>;
type Result<Open extends (...args: never[]) => { run(...args: never[]): unknown }> = Awaited<ReturnType<ReturnType<Open>['run']>>;
declare const none: unique symbol;
type None = typeof none;

export type Typed = [
  // @ts-expect-error
  Is<Awaited<ReturnType<typeof anthropicTools>>[number]>,
  // @ts-expect-error
  Is<ReturnType<typeof anthropicMemoryHandlers>>,
  // @ts-expect-error
  Is<Definition<typeof anthropicSession>[number]>,
  // @ts-expect-error
  Is<Result<typeof anthropicSession>[number]>,
  // @ts-expect-error
  Is<Awaited<ReturnType<typeof openaiTools>>[number]>,
  // @ts-expect-error
  Is<Definition<typeof openaiChatSession>[number]>,
  // @ts-expect-error
  Is<Result<typeof openaiChatSession>[number]>,
  // @ts-expect-error
  Is<Definition<typeof openaiResponsesSession>[number]>,
  // @ts-expect-error
  Is<Result<typeof openaiResponsesSession>[number]>,
  // @ts-expect-error
  Is<Awaited<ReturnType<typeof geminiTools>>[number]>,
  // @ts-expect-error
  Is<Definition<typeof geminiSession>[number]>,
  // @ts-expect-error
  Is<Result<typeof geminiSession>[number]>,
];
// Nothing is None, but any.
type Is<T extends None> = T;
