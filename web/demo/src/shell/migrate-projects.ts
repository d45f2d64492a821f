import type { ClientTools } from 'clienttools';
import { errorText } from '../format.js';
import type { Projects } from './projects.js';

/** What became of one project's older settings. */
export interface Migration {
  projectId: string;
  name: string;
  /** One line for each change. */
  changes: string[];
  /** Why it stayed as it was. */
  problem?: string;
}

/**
 * Brings the settings of stored projects up to date, and the list too: projects
 * that only have files, from a visit before there was a list, get into it. A
 * project that fails stays as it was.
 */
export async function migrateProjects(tools: ClientTools, projects: Projects): Promise<Migration[]> {
  const done: Migration[] = [];
  for (const stored of projects.state.value.projects) {
    const { id: projectId, name } = stored;
    try {
      const { project, migrated, changes } = await tools.migrateProject(stored);
      if (!migrated) continue;
      projects.update(projectId, () => project);
      done.push({ projectId, name, changes });
    } catch (error) {
      done.push({ projectId, name, changes: [], problem: errorText(error) });
    }
  }
  await tools.projects().then(
    (withFiles) => projects.adopt(withFiles.map(({ id }) => id)),
    () => {},
  );
  return done;
}
