import type { ToolOptions } from 'clienttools';
import { readJSON, Store, writeJSON, type KeyValueStorage } from './store.js';

/** A project's settings. Fields of older releases stay until they are migrated. */
export interface Project {
  id: string;
  name: string;
  createdAt: string;
  enabledTools?: string[];
  toolOptions?: Record<string, ToolOptions>;
  [other: string]: unknown;
}

/** The projects of this browser and the one that this tab works on. */
export interface ProjectsState {
  projects: Project[];
  currentId: string;
}

const listKey = 'clienttools-demo.projects';
const currentKey = 'clienttools-demo.project';

/** What a new project begins with. */
export const firstTools = ['memory', 'javascript', 'filesystem', 'agent_config', 'task'];

/**
 * The projects, kept in this browser. Other tabs see changes of the list at
 * once; each tab has a current project of its own.
 */
export class Projects {
  readonly state: Store<ProjectsState>;
  readonly #shared: KeyValueStorage;
  readonly #tab: KeyValueStorage;

  constructor(shared: KeyValueStorage, tab: KeyValueStorage) {
    this.#shared = shared;
    this.#tab = tab;
    const projects = this.#stored();
    const wanted = tab.getItem(currentKey) ?? shared.getItem(currentKey);
    this.state = new Store({ projects, currentId: idAmong(projects, wanted) });
    if (this.#read() === undefined) this.#write(projects);
  }

  get current(): Project {
    const { projects, currentId } = this.state.value;
    return projects.find(({ id }) => id === currentId) ?? projects[0]!;
  }

  /** Makes a project and goes there. */
  create(name: string): Project {
    const project = newProject(newId(), name.trim() || 'Untitled');
    this.#change((projects) => [...projects, project]);
    this.select(project.id);
    return project;
  }

  select(id: string): void {
    this.state.update((state) => ({ ...state, currentId: idAmong(state.projects, id) }));
    this.#tab.setItem(currentKey, id);
    this.#shared.setItem(currentKey, id);
  }

  rename(id: string, name: string): void {
    if (name.trim()) this.update(id, (project) => ({ ...project, name: name.trim() }));
  }

  /** Sets what the function makes of a project. */
  update(id: string, change: (project: Project) => Project): void {
    this.#change((projects) => projects.map((project) => (project.id === id ? change(project) : project)));
  }

  /** Forgets a project's settings. The last one gives way to a new one. */
  remove(id: string): void {
    this.#change((projects) => {
      const left = projects.filter((project) => project.id !== id);
      return left.length > 0 ? left : [newProject(newId(), 'My project')];
    });
    this.select(this.current.id);
  }

  /** Adds projects that have files here but are not in the list, from an older visit. */
  adopt(ids: string[]): void {
    const known = new Set(this.state.value.projects.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id)).map((id) => newProject(id, id));
    if (missing.length > 0) this.#change((projects) => [...projects, ...missing]);
  }

  /** Follows what other tabs store. The result stops it. */
  follow(): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== listKey) return;
      const projects = this.#stored();
      this.state.update(({ currentId }) => ({ projects, currentId: idAmong(projects, currentId) }));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }

  #change(change: (projects: Project[]) => Project[]): void {
    // From what is stored now, so that no other tab's project is lost.
    const projects = change(this.#stored());
    this.#write(projects);
    this.state.update(({ currentId }) => ({ projects, currentId: idAmong(projects, currentId) }));
  }

  #read(): Project[] | undefined {
    const stored = readJSON(this.#shared, listKey);
    if (!Array.isArray(stored)) return undefined;
    const projects = stored.filter(isProject);
    return projects.length > 0 ? projects : undefined;
  }

  #stored(): Project[] {
    return this.#read() ?? this.state?.value.projects ?? [newProject('demo', 'My project')];
  }

  #write(projects: Project[]): void {
    writeJSON(this.#shared, listKey, projects);
  }
}

function newProject(id: string, name: string): Project {
  return { id, name, createdAt: new Date().toISOString(), enabledTools: firstTools };
}

function newId(): string {
  return `project-${crypto.randomUUID().slice(0, 8)}`;
}

function isProject(value: unknown): value is Project {
  const project = value as Partial<Project> | null;
  return typeof project === 'object' && project !== null && typeof project.id === 'string' && typeof project.name === 'string';
}

function idAmong(projects: Project[], wanted: string | null): string {
  return projects.find(({ id }) => id === wanted)?.id ?? projects[0]!.id;
}
