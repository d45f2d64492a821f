import { addressOf } from '../../src/shell/routes.js';
import type { ConversationInfo } from '../history.js';

interface Props {
  chats: ConversationInfo[];
  currentId: string;
  onNew(): void;
  onRemove(id: string): void;
}

/** The chats of the project. */
export function ChatList({ chats, currentId, onNew, onRemove }: Props) {
  return (
    <nav class="chat-list" aria-label="Chats">
      <button type="button" onClick={onNew}>
        New chat
      </button>
      <ul>
        {chats.map(({ id, title }) => (
          <li key={id} class={id === currentId ? 'current' : ''}>
            <a href={addressOf('chat', id)} aria-current={id === currentId ? 'true' : undefined} title={title}>
              {title || 'Untitled'}
            </a>
            <button type="button" class="quiet small" aria-label={`Delete the chat “${title || 'Untitled'}”`} onClick={() => onRemove(id)}>
              ✕
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
