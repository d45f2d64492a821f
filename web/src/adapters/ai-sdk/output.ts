import type { NeutralResult } from '../shared/neutral.js';

/** What a call gives: the text that the model reads, or that and its images and PDF files (`data` is base64). */
export type AiSdkToolOutput = string | { text: string; files: { mediaType: string; data: string }[] };

/** What the AI SDK sends the model of an output. */
export type AiSdkModelOutput =
  | { type: 'text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'file'; mediaType: string; data: { type: 'data'; data: string } })[];
    };

/** The output of a result; throws that of a failed one. */
export function output(result: NeutralResult): AiSdkToolOutput {
  // The SDK says "Error: " before it.
  if (result.isError) throw new Error(result.text.replace(/^Error: /, ''));
  if (result.parts.length === 0) return result.text;
  return { text: result.text, files: result.parts.map(({ mimeType, data }) => ({ mediaType: mimeType, data })) };
}

/** What the model reads of an output. */
export function modelOutput(output: AiSdkToolOutput): AiSdkModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  const files = output.files.map(({ mediaType, data }) => ({ type: 'file' as const, mediaType, data: { type: 'data' as const, data } }));
  return { type: 'content', value: output.text === '' ? files : [{ type: 'text', text: output.text }, ...files] };
}
