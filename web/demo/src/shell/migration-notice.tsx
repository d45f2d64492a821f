import { useState } from 'preact/hooks';
import { useStore } from '../hooks/use-store.js';
import type { Migration } from './migrate-projects.js';
import type { Store } from './store.js';

/** Says what was done to settings of an older release. */
export function MigrationNotice({ migration, projectId }: { migration: Store<Migration[]>; projectId: string }) {
  const all = useStore(migration);
  const [closed, setClosed] = useState(false);
  const own = all.find((one) => one.projectId === projectId);
  if (!own || closed) return null;
  return (
    <section class={own.problem === undefined ? 'notice good' : 'notice'} role="status">
      {own.problem === undefined ? (
        <>
          <h2>The settings of “{own.name}” were brought up to date</h2>
          <ul>
            {own.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <h2>The settings of “{own.name}” could not be brought up to date, and stay as they were</h2>
          <p>{own.problem}</p>
        </>
      )}
      <button type="button" onClick={() => setClosed(true)}>
        Fine
      </button>
    </section>
  );
}
