import type { Activity, ApiType } from 'clienttools';

/** A tool call in a form that every provider's can be made from. */
export interface ToolCall {
  id: string;
  name: string;
  /** The input; text where the model sent JSON that cannot be read. */
  input: unknown;
}

/** A call as the chat shows it: its activity as far as it has come, and what the model read of it. */
export interface CallRecord extends ToolCall {
  /** `preparing`: the model is still writing its input. */
  status: Activity['status'] | 'preparing';
  displayName?: string;
  /** What a running call tells about itself. */
  message?: string;
  error?: string;
  startedAt?: string;
  finishedAt?: string;
  /** What the model reads; absent while the call runs. */
  output?: string;
}

/** What the user said. */
export interface UserEntry {
  kind: 'user';
  id: string;
  text: string;
}

/** One turn of the model: its text and its calls with their results. */
export interface AssistantEntry {
  kind: 'assistant';
  id: string;
  text: string;
  calls: CallRecord[];
  /** The turn and its results as the API exchanged them, to be sent again byte by byte. */
  native?: { apiType: ApiType; turn: unknown[]; results: unknown[] };
  /** The user ended it. */
  stopped?: boolean;
  /** Why it ended early. */
  error?: string;
}

export type Entry = UserEntry | AssistantEntry;

/** One chat of a project. */
export interface Conversation {
  id: string;
  projectId: string;
  title: string;
  updatedAt: string;
  entries: Entry[];
}

/** An empty chat. */
export function newConversation(projectId: string): Conversation {
  return { id: `chat-${crypto.randomUUID()}`, projectId, title: '', updatedAt: new Date().toISOString(), entries: [] };
}

/** A title from what the user said first. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Whether the approval or activity of this chat id is shown by a chat. */
export function isChatId(chatId: string | undefined): boolean {
  return chatId?.startsWith('chat-') ?? false;
}

/** A chat as it was left: calls that ran when the page closed have ended. */
export function settled(conversation: Conversation): Conversation {
  return { ...conversation, entries: conversation.entries.map((entry) => (entry.kind === 'assistant' ? settledEntry(entry) : entry)) };
}

/** A turn that nobody works on any more. */
export function settledEntry(entry: AssistantEntry): AssistantEntry {
  const calls = entry.calls
    .filter((call) => call.status !== 'preparing')
    .map((call): CallRecord => (call.output === undefined ? { ...call, status: 'cancelled', output: 'The call was cancelled.' } : call));
  const { native, ...rest } = entry;
  return { ...rest, calls, ...(native && native.results.length === calls.length && { native }) };
}
