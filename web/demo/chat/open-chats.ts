import { Chat, type ChatParts } from './chat.js';
import { newConversation } from './conversation.js';

/** The chats that are open in this page: one that still answers goes on while something else is shown. */
export class OpenChats {
  readonly #chats = new Map<string, Chat>();
  /** By project, what was shown last. */
  readonly #shown = new Map<string, Chat>();
  readonly #parts: ChatParts;
  readonly #stopListening: () => void;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#stopListening = parts.history.listen((_, id) => void this.#reload(id));
  }

  /** The chat of this id; without one the chat that was shown last; where there is none, a new one. */
  async open(projectId: string, id: string): Promise<Chat> {
    const known = id ? this.#chats.get(id) : this.#shown.get(projectId);
    if (known) return this.#show(known);
    const stored = id ? await this.#parts.history.get(id).catch(() => undefined) : undefined;
    if (stored?.projectId !== projectId) return this.create(projectId);
    return this.#show(this.#chats.get(id) ?? new Chat(this.#parts, stored));
  }

  create(projectId: string): Chat {
    return this.#show(new Chat(this.#parts, newConversation(projectId)));
  }

  /** Ends a chat and forgets it. */
  async remove(projectId: string, id: string): Promise<void> {
    this.#chats.get(id)?.close();
    this.#chats.delete(id);
    if (this.#shown.get(projectId)?.conversation.id === id) this.#shown.delete(projectId);
    await this.#parts.history.remove({ id, projectId });
  }

  /** Ends all chats. */
  close(): void {
    this.#stopListening();
    for (const chat of this.#chats.values()) chat.close();
  }

  #show(chat: Chat): Chat {
    this.#chats.set(chat.conversation.id, chat);
    this.#shown.set(chat.conversation.projectId, chat);
    return chat;
  }

  /** Takes over what another tab saved. */
  async #reload(id: string): Promise<void> {
    const chat = this.#chats.get(id);
    if (!chat || chat.state.value.busy) return;
    const stored = await this.#parts.history.get(id).catch(() => undefined);
    if (stored && stored.updatedAt > chat.conversation.updatedAt) chat.replace(stored);
  }
}
