import type { ClientTools } from 'clienttools';
import { useState } from 'preact/hooks';
import { errorText } from '../format.js';

/** Whether files are kept, and the way to have the browser promise it. */
export function StorageBadge({ tools }: { tools: ClientTools }) {
  const { kind, durable } = tools.storage;
  const [persisted, setPersisted] = useState(tools.storage.persisted);
  const [problem, setProblem] = useState('');
  const persist = () =>
    tools.persist().then(
      (granted) => (setPersisted(granted), setProblem(granted ? '' : 'The browser decided not to promise it.')),
      (error: unknown) => setProblem(errorText(error)),
    );
  if (!durable) {
    return (
      <p class="badge warn" title="This browser does not allow IndexedDB here">
        Files last until you close this page
      </p>
    );
  }
  return (
    <div class="storage">
      <p class="badge" title={`Storage: ${kind}`}>
        {persisted ? 'Files are kept for good' : 'Files are kept in this browser'}
      </p>
      {!persisted && (
        <button type="button" class="quiet" onClick={persist} title="Asks the browser never to evict this site's files">
          Keep for good
        </button>
      )}
      {problem && (
        <span class="hint" role="status">
          {problem}
        </span>
      )}
    </div>
  );
}
