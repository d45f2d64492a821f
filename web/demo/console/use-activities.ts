import type { Activity, ClientTools } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';

const kept = 50;

/** The latest calls of a project, newest first. */
export function useActivities(tools: ClientTools, projectId: string): Activity[] {
  const [activities, setActivities] = useState<Activity[]>([]);
  useEffect(
    () =>
      tools.on('activity', (activity) => {
        if (activity.projectId !== projectId) return;
        setActivities((before) => {
          const at = before.findIndex((known) => known.id === activity.id && known.startedAt === activity.startedAt);
          return at < 0 ? [activity, ...before].slice(0, kept) : before.map((known, i) => (i === at ? activity : known));
        });
      }),
    [tools, projectId],
  );
  return activities;
}
