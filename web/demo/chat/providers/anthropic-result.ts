import type Anthropic from '@anthropic-ai/sdk';

/** The text of a tool_result block. */
export function anthropicResultText(result: unknown): { text: string; isError: boolean } {
  const { content, is_error } = result as Anthropic.ToolResultBlockParam;
  const text = typeof content === 'string' ? content : (content ?? []).map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
  return { text, isError: is_error === true };
}
