import type { ClientTools } from 'clienttools';
import { useState } from 'preact/hooks';
import { errorText } from '../format.js';

interface Props {
  tools: ClientTools | undefined;
  projectId: string;
  onProject(projectId: string): void;
}

/** Name, storage and project. */
export function Header({ tools, projectId, onProject }: Props) {
  return (
    <header class="header">
      <div class="title">
        <h1>clienttools</h1>
        <p>Tools for language models that run in your browser</p>
      </div>
      {tools && <StorageBadge tools={tools} />}
      <ProjectField projectId={projectId} onProject={onProject} />
    </header>
  );
}

function StorageBadge({ tools }: { tools: ClientTools }) {
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

function ProjectField({ projectId, onProject }: { projectId: string; onProject(projectId: string): void }) {
  const [text, setText] = useState(projectId);
  const submit = (event: Event) => {
    event.preventDefault();
    const next = text.trim();
    if (next === '') setText(projectId);
    else onProject(next);
  };
  return (
    <form class="project" onSubmit={submit}>
      <label for="project">Project</label>
      <input id="project" value={text} onInput={(event) => setText(event.currentTarget.value)} onBlur={submit} spellcheck={false} autocomplete="off" />
    </form>
  );
}
