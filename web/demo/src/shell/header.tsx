import type { ClientTools } from 'clienttools';
import { useRef } from 'preact/hooks';
import type { Offline } from '../../offline/register.js';
import { useStore } from '../hooks/use-store.js';
import { ProjectsDialog } from './projects-dialog.js';
import type { Projects } from './projects.js';
import { addressOf, views, type Route, type View } from './routes.js';
import type { Store } from './store.js';
import { ThemeSwitch } from './theme-switch.js';
import type { Theme } from './theme.js';

const viewNames: Record<View, string> = { chat: 'Chat', files: 'Files', console: 'Console', settings: 'Settings' };

interface Props {
  tools: ClientTools | undefined;
  route: Route;
  projects: Projects;
  theme: Store<Theme>;
  /** Questions that wait for an answer in the chat. */
  asking: number;
  /** Whether the app is kept for a visit without a network. */
  offline: Store<Offline> | undefined;
  /** A project was deleted with its files. */
  onRemoveProject(id: string): void;
}

/** The name, the way to every view, the project and the theme. */
export function Header({ tools, route, projects, theme, asking, offline, onRemoveProject }: Props) {
  return (
    <header class="header">
      <a class="brand" aria-label="clienttools" href={addressOf('chat')}>
        <span class="brand-mark" aria-hidden="true">
          ›_
        </span>
        <span class="brand-name">clienttools</span>
      </a>
      <nav class="nav" aria-label="Views">
        {views.map((view) => (
          <a key={view} href={addressOf(view)} aria-current={route.view === view ? 'page' : undefined}>
            {viewNames[view]}{' '}
            {view === 'chat' && asking > 0 && (
              <span class="count" title="Waiting for your answer">
                {asking}
                <span class="visually-hidden"> waiting for your answer</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="header-end">
        <ProjectSwitcher tools={tools} projects={projects} offline={offline} onRemoveProject={onRemoveProject} />
        <ThemeSwitch theme={theme} />
      </div>
    </header>
  );
}

function ProjectSwitcher({ tools, projects, offline, onRemoveProject }: Pick<Props, 'tools' | 'projects' | 'offline' | 'onRemoveProject'>) {
  const { projects: all, currentId } = useStore(projects.state);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div class="project">
      <select aria-label="Project" value={currentId} onChange={(event) => projects.select(event.currentTarget.value)}>
        {all.map((project) => (
          <option key={project.id} value={project.id}>
            {project.name}
          </option>
        ))}
      </select>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        Projects…
      </button>
      <ProjectsDialog dialog={dialog} tools={tools} projects={projects} offline={offline} onRemove={onRemoveProject} />
    </div>
  );
}
