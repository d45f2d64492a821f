import type { ClientTools } from 'clienttools';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Approvals, Question } from '../src/approvals.js';
import { useStore } from '../src/hooks/use-store.js';
import type { Projects } from '../src/shell/projects.js';
import { addressOf } from '../src/shell/routes.js';
import type { Chat } from './chat.js';
import { ChatList } from './components/chat-list.js';
import { Composer } from './components/composer.js';
import { Message } from './components/messages.js';
import { Welcome } from './components/welcome.js';
import type { History } from './history.js';
import { providerNames, type Models } from './model-settings.js';
import type { OpenChats } from './open-chats.js';
import { useChats } from './use-chats.js';

export interface ChatViewProps {
  tools: ClientTools;
  projectId: string;
  projects: Projects;
  models: Models;
  history: History;
  open: OpenChats;
  approvals: Approvals;
  /** The chat to show; empty is the one that was shown last, or a new one. */
  chatId: string;
}

/** The chats of a project: a list of them, and one that is open. */
export function ChatView({ tools, projectId, projects, models, history: stored, open, approvals, chatId }: ChatViewProps) {
  const chats = useChats(stored, projectId);
  const [chat, setChat] = useState<Chat>();
  useEffect(() => {
    let current = true;
    void open.open(projectId, chatId).then((opened) => current && setChat(opened));
    return () => void (current = false);
  }, [open, projectId, chatId]);

  const startNew = () => {
    setChat(open.create(projectId));
    if (chatId) location.hash = addressOf('chat');
  };
  const remove = (id: string) => {
    void open.remove(projectId, id);
    if (chat?.conversation.id === id) startNew();
  };
  return (
    <div class="chat">
      <ChatList chats={chats} currentId={chat?.conversation.id ?? ''} onNew={startNew} onRemove={remove} />
      {chat && (
        <OpenChat key={chat.conversation.id} chat={chat} tools={tools} models={models} approvals={approvals} projects={projects} projectId={projectId} />
      )}
    </div>
  );
}

type OpenChatProps = Pick<ChatViewProps, 'tools' | 'models' | 'approvals' | 'projects' | 'projectId'> & { chat: Chat };

function OpenChat({ chat, tools, models, approvals, projects, projectId }: OpenChatProps) {
  const { conversation, busy } = useStore(chat.state);
  const settings = useStore(models.settings);
  const waiting = useStore(approvals.waiting);
  const { projects: all } = useStore(projects.state);
  const { entries, id } = conversation;
  const questions = waiting.filter(({ request }) => request.context.chatId === id);
  const missing = models.missing();
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useStickyEnd(log, entries.length > 0, [entries, questions.length]);

  const say = (text: string) => {
    atEnd.current = true;
    void chat.send(text);
    // From now on it has an address, which a reload finds again.
    if (location.hash !== addressOf('chat', id)) location.replace(addressOf('chat', id));
  };
  return (
    <section class="open-chat" aria-label="Chat">
      <div
        ref={log}
        class="log"
        role="log"
        aria-live="polite"
        aria-label="Conversation"
        // A screen reader waits until the answer is whole.
        aria-busy={busy && questions.length === 0}
        tabIndex={0}
      >
        {entries.length === 0 && <Welcome settings={settings} enabledTools={all.find((project) => project.id === projectId)?.enabledTools ?? []} onSay={say} />}
        {entries.map((entry, i) => {
          const last = i === entries.length - 1;
          return (
            <Message
              key={entry.id}
              tools={tools}
              entry={entry}
              current={last && busy}
              questions={last ? questions : none}
              onRetry={last && !busy ? () => void chat.retry() : undefined}
            />
          );
        })}
      </div>
      <div class="chat-foot">
        {missing && (
          <p class="hint" role="status">
            Before you can write: <a href={addressOf('settings', 'model')}>{missing} is missing</a>.
          </p>
        )}
        <Composer busy={busy} missing={missing} onSend={say} onStop={() => chat.stop()} />
        <p class="model-line">
          <a href={addressOf('settings', 'model')}>
            {providerNames[settings.provider]}
            {settings.provider !== 'practice' && settings.endpoints[settings.provider].model && `, ${settings.endpoints[settings.provider].model}`}
          </a>
          <span class="visually-hidden" role="status">
            {busy ? 'The model answers' : entries.length > 0 ? 'The answer is complete' : ''}
          </span>
        </p>
      </div>
    </section>
  );
}

const none: Question[] = [];

/** Keeps the end of a log in view while the reader is there. */
function useStickyEnd(log: { current: HTMLElement | null }, sticks: boolean, changes: unknown[]): { current: boolean } {
  const atEnd = useRef(true);
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const onScroll = () => void (atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 60);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [log]);
  useLayoutEffect(() => {
    if (sticks && atEnd.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, changes);
  return atEnd;
}
