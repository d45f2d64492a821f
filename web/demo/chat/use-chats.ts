import { useEffect, useState } from 'preact/hooks';
import type { ConversationInfo, History } from './history.js';

/** The chats of a project, as they change. */
export function useChats(history: History, projectId: string): ConversationInfo[] {
  const [chats, setChats] = useState<ConversationInfo[]>([]);
  useEffect(() => {
    let current = true;
    const read = () =>
      history.list(projectId).then(
        (list) => current && setChats(list),
        () => {},
      );
    void read();
    const stop = history.listen((changed) => void (changed === projectId && read()));
    return () => {
      current = false;
      stop();
    };
  }, [history, projectId]);
  return chats;
}
