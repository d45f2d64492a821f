import type { ClientTools } from 'clienttools';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Offline } from '../../offline/register.js';
import { errorText } from '../format.js';
import { useStore } from '../hooks/use-store.js';
import type { Project, Projects } from './projects.js';
import type { Store } from './store.js';
import { StorageBadge } from './storage-badge.js';

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  tools: ClientTools | undefined;
  projects: Projects;
  offline: Store<Offline> | undefined;
  onRemove(id: string): void;
}

/** Makes, renames and deletes projects. */
export function ProjectsDialog({ dialog, tools, projects, offline, onRemove }: Props) {
  const { projects: all, currentId } = useStore(projects.state);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const create = (event: Event) => {
    event.preventDefault();
    projects.create(name || 'Untitled');
    setName('');
    dialog.current?.close();
  };
  const remove = async (id: string) => {
    setProblem('');
    try {
      await tools?.deleteProject(id);
      projects.remove(id);
      onRemove(id);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="projects-title">
      <div class="panel-head">
        <h2 id="projects-title">Projects</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <p class="hint">Each has its own files, memory, chats and settings, all in this browser.</p>
      <ul class="project-list">
        {all.map((project) => (
          <ProjectItem
            key={project.id}
            project={project}
            current={project.id === currentId}
            onOpen={() => (projects.select(project.id), dialog.current?.close())}
            onRename={(name) => projects.rename(project.id, name)}
            onRemove={() => void remove(project.id)}
          />
        ))}
      </ul>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <form class="form-bar" onSubmit={create}>
        <input
          aria-label="Name of a new project"
          placeholder="New project"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          autocomplete="off"
        />
        <button type="submit" class="primary">
          Create
        </button>
      </form>
      <div class="form-bar">
        {tools && <StorageBadge tools={tools} />}
        {offline && <OfflineBadge offline={offline} />}
      </div>
    </dialog>
  );
}

function OfflineBadge({ offline }: { offline: Store<Offline> }) {
  const state = useStore(offline);
  if (state === 'no') return null;
  return (
    <p class="badge" role="status">
      {state === 'ready' ? 'The app works offline' : 'Being kept for offline use…'}
    </p>
  );
}

interface ItemProps {
  project: Project;
  current: boolean;
  onOpen(): void;
  onRename(name: string): void;
  onRemove(): void;
}

function ProjectItem({ project, current, onOpen, onRename, onRemove }: ItemProps) {
  const [asking, setAsking] = useState(false);
  return (
    <li class="project-item">
      <input
        aria-label={`Name of ${project.name}`}
        value={project.name}
        autocomplete="off"
        onChange={(event) => {
          onRename(event.currentTarget.value);
          if (!event.currentTarget.value.trim()) event.currentTarget.value = project.name;
        }}
      />
      {current ? (
        <span class="badge">open</span>
      ) : (
        <button type="button" onClick={onOpen} aria-label={`Open ${project.name}`}>
          Open
        </button>
      )}
      {asking ? (
        <>
          <button type="button" class="danger" onClick={onRemove}>
            Delete with all its files
          </button>
          <button type="button" class="quiet" onClick={() => setAsking(false)}>
            Keep
          </button>
        </>
      ) : (
        <button type="button" class="quiet" onClick={() => setAsking(true)} aria-label={`Delete ${project.name}`}>
          Delete
        </button>
      )}
    </li>
  );
}
