import type { Activity, ClientTools, SessionSettings } from 'clienttools';
import { Store } from '../src/shell/store.js';
import { settledEntry, titleOf, type AssistantEntry, type CallRecord, type Conversation, type Entry } from './conversation.js';
import type { History } from './history.js';
import type { Models } from './model-settings.js';
import { describeFailure } from './failure.js';
import type { Provider, Turn } from './providers/provider.js';

/** Turns of one answer, so that a model that calls for ever ends. */
const maxTurns = 25;

const basePrompt =
  'You are a helpful assistant in a chat app that runs in the user’s browser. Answer in Markdown. Use the tools where they help, several at once where they do not depend on each other.';

/** What a chat works with. */
export interface ChatParts {
  tools: ClientTools;
  models: Models;
  history: History;
  /** A project's settings, as they are when a turn begins. */
  project(projectId: string): SessionSettings['project'];
  /** Tells the questions of a chat that nobody waits for the answer any more. */
  dismissQuestions(chatId: string): void;
  agentId: string;
}

/** What a chat view shows. */
export interface ChatState {
  conversation: Conversation;
  busy: boolean;
}

/**
 * One chat: sends what the user says to the model, runs what the model calls,
 * and goes on until the model has nothing left to call. Knows no framework.
 */
export class Chat {
  readonly state: Store<ChatState>;
  readonly #parts: ChatParts;
  #running: AbortController | undefined;
  readonly #stopListening: () => void;

  constructor(parts: ChatParts, conversation: Conversation) {
    this.#parts = parts;
    this.state = new Store<ChatState>({ conversation, busy: false });
    this.#stopListening = parts.tools.on('activity', (activity) => this.#show(activity));
  }

  get conversation(): Conversation {
    return this.state.value.conversation;
  }

  /** Says something. Resolves when the model has answered. */
  async send(text: string): Promise<void> {
    if (this.state.value.busy || !text.trim()) return;
    this.#setEntries((entries) => [...entries, { kind: 'user', id: newId(), text: text.trim() }]);
    this.#setConversation({ title: this.conversation.title || titleOf(text) });
    await this.#answer();
  }

  /** Asks again after a turn that failed or was stopped. */
  async retry(): Promise<void> {
    if (this.state.value.busy) return;
    this.#setEntries((entries) => {
      const last = entries.at(-1);
      return last?.kind === 'assistant' && last.calls.length === 0 ? entries.slice(0, -1) : entries;
    });
    await this.#answer();
  }

  /** Ends the answer: the stream, and the calls that run. */
  stop(): void {
    this.#running?.abort();
    this.#parts.dismissQuestions(this.conversation.id);
  }

  /** Takes over what another tab made of this chat. */
  replace(conversation: Conversation): void {
    if (!this.state.value.busy) this.state.update((state) => ({ ...state, conversation }));
  }

  /** Ends everything. */
  close(): void {
    this.stop();
    this.#stopListening();
  }

  async #answer(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.state.update((state) => ({ ...state, busy: true }));
    // Nothing waits for the history.
    void this.#save();
    try {
      const provider = await this.#parts.models.open();
      const turnId = newId();
      for (let turn = 0; turn < maxTurns && !running.signal.aborted; turn++) {
        if (!(await this.#turn(provider, turnId, running.signal))) return;
      }
      if (!running.signal.aborted) this.#fail(`The model called tools ${maxTurns} times in a row. Say something to let it go on.`);
    } catch (error) {
      if (running.signal.aborted) this.#changeLast((entry) => ({ ...entry, stopped: true }));
      else this.#fail(describeFailure(error, this.#parts.models.settings.value));
    } finally {
      this.#changeLast(settledEntry);
      this.#running = undefined;
      this.state.update((state) => ({ ...state, busy: false }));
      await this.#save();
    }
  }

  /** One turn of the model and the calls in it. False when it was the last. */
  async #turn(provider: Provider, turnId: string, signal: AbortSignal): Promise<boolean> {
    const { tools, project, agentId } = this.#parts;
    const { entries, id: chatId, projectId } = this.conversation;
    const knownTexts = entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []));
    const session = tools.session({
      apiType: provider.apiType,
      project: project(projectId),
      context: { chatId, turnId, knownTexts, agentId, groupChat: true },
    });
    const [definitions, prompts] = await Promise.all([session.definitions(), session.systemPrompts()]);
    this.#setEntries((before) => [...before, { kind: 'assistant', id: newId(), text: '', calls: [] }]);
    const turn = await provider.turn({
      system: [basePrompt, ...prompts].join('\n\n'),
      tools: definitions,
      entries,
      signal,
      onText: (delta) => this.#changeLast((entry) => ({ ...entry, text: entry.text + delta })),
      onCall: (name) => this.#changeLast((entry) => ({ ...entry, calls: [...entry.calls, this.#preparing(name, entry.calls.length)] })),
    });
    this.#changeLast((entry) => ({
      ...entry,
      text: turn.text,
      calls: turn.calls.map((call) => ({ ...call, status: 'in_progress', ...this.#nameOf(call.name) })),
    }));
    if (turn.calls.length === 0) return false;
    const results = await session.run(turn.nativeCalls, { signal });
    this.#changeLast((entry) => withResults(entry, provider, turn, results));
    if (signal.aborted) this.#changeLast((entry) => ({ ...entry, stopped: true }));
    await this.#save();
    return !signal.aborted;
  }

  #preparing(name: string, at: number): CallRecord {
    return { id: `preparing-${at}`, name, input: {}, status: 'preparing', ...this.#nameOf(name) };
  }

  #nameOf(name: string): { displayName?: string } {
    const displayName = this.#parts.tools.get(name)?.displayName;
    return displayName === undefined ? {} : { displayName };
  }

  /** Shows how far a call has come. */
  #show(activity: Activity): void {
    if (activity.chatId !== this.conversation.id) return;
    this.#changeLast((entry) => ({ ...entry, calls: entry.calls.map((call) => (call.id === activity.id ? withActivity(call, activity) : call)) }));
  }

  #fail(error: string): void {
    const last = this.conversation.entries.at(-1);
    if (last?.kind === 'assistant' && last.calls.length === 0) this.#changeLast((entry) => ({ ...entry, error }));
    else this.#setEntries((entries) => [...entries, { kind: 'assistant', id: newId(), text: '', calls: [], error }]);
  }

  #changeLast(change: (entry: AssistantEntry) => AssistantEntry): void {
    this.#setEntries((entries) => {
      const last = entries.at(-1);
      return last?.kind === 'assistant' ? [...entries.slice(0, -1), change(last)] : entries;
    });
  }

  #setEntries(change: (entries: Entry[]) => Entry[]): void {
    this.#setConversation({ entries: change(this.conversation.entries) });
  }

  #setConversation(change: Partial<Conversation>): void {
    this.state.update((state) => ({ ...state, conversation: { ...state.conversation, ...change } }));
  }

  async #save(): Promise<void> {
    this.#setConversation({ updatedAt: new Date().toISOString() });
    await this.#parts.history.save(this.conversation).catch(() => {
      // A full disk loses the history of this chat, not the chat.
    });
  }
}

function withActivity(call: CallRecord, activity: Activity): CallRecord {
  const { displayName, status, displayMessage, error, startedAt, finishedAt } = activity;
  const { message: _message, error: _error, ...rest } = call;
  return {
    ...rest,
    displayName,
    status,
    startedAt,
    ...(displayMessage !== undefined && { message: displayMessage }),
    ...(error !== undefined && { error }),
    ...(finishedAt !== undefined && { finishedAt }),
  };
}

function withResults(entry: AssistantEntry, provider: Provider, turn: Turn, results: unknown[]): AssistantEntry {
  const calls = entry.calls.map((call, i): CallRecord => {
    const { text, isError } = provider.resultText(results[i]);
    // A call that has no activity, such as one of an unknown tool, is told by its result.
    const status = call.status === 'in_progress' ? (isError ? 'failure' : 'success') : call.status;
    return { ...call, status, output: text };
  });
  return { ...entry, calls, native: { apiType: provider.apiType, turn: turn.native, results } };
}

function newId(): string {
  return crypto.randomUUID();
}
