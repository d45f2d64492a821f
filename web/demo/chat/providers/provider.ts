import type { ApiType, ToolDefinition } from 'clienttools';
import type { Entry, ToolCall } from '../conversation.js';

/** What a model is asked for: the next turn. */
export interface TurnRequest {
  /** System prompt; may be empty. */
  system: string;
  /** Definitions of the session, in the provider's shape. */
  tools: ToolDefinition[];
  /** Everything so far. The last entry is the user's, or a turn with results. */
  entries: Entry[];
  signal: AbortSignal;
  onText(delta: string): void;
  /** The model began to write a call. */
  onCall(name: string): void;
}

/** One turn of a model. */
export interface Turn {
  text: string;
  calls: ToolCall[];
  /** The calls as the API sent them: what Session.run takes. */
  nativeCalls: unknown[];
  /** The turn as it goes into the next request. */
  native: unknown[];
}

/** A model behind some API. */
export interface Provider {
  apiType: ApiType;
  turn(request: TurnRequest): Promise<Turn>;
  /** What the model reads of a native result. */
  resultText(result: unknown): { text: string; isError: boolean };
}

/** The input of a call for an API that wants an object. */
export function inputObject(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

/** The input of a call for an API that wants JSON text. */
export function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {});
}
