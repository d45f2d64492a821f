import type { Activity, ClientTools } from 'clienttools';
import { formatDuration, formatTime } from '../src/format.js';
import { useActivities } from './use-activities.js';

const statusText: Record<Activity['status'], string> = {
  in_progress: 'running',
  success: 'done',
  failure: 'failed',
  cancelled: 'cancelled',
  denied: 'denied',
};

/** The latest calls of the project. */
export function ActivityList({ tools, projectId }: { tools: ClientTools; projectId: string }) {
  const activities = useActivities(tools, projectId);
  return (
    <section class="panel" aria-labelledby="activity-title">
      <h2 id="activity-title">Activity</h2>
      {activities.length === 0 ? (
        <p class="hint">Calls appear here as they run.</p>
      ) : (
        <ol class="activities">
          {activities.map((activity) => (
            <ActivityItem key={activity.id + activity.startedAt} activity={activity} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ActivityItem({ activity }: { activity: Activity }) {
  const { status, startedAt, finishedAt } = activity;
  const about = activity.displayMessage ?? activity.error ?? summary(activity.input);
  return (
    <li class={`activity ${status}`}>
      <span class="dot" aria-hidden="true" />
      <span class="activity-name">{activity.displayName}</span>
      <span class="hint">
        {statusText[status]}, {formatTime(startedAt)}
        {finishedAt && `, ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}`}
      </span>
      {about && <span class="activity-about">{about}</span>}
    </li>
  );
}

/** Names of inputs that tell most about a call, in order. */
const telling = ['action', 'command', 'path', 'pattern', 'code'];

/** Enough of an input to tell one call from another. */
function summary(input: Record<string, unknown>): string {
  const texts = telling.map((name) => input[name]).filter((value): value is string => typeof value === 'string');
  return texts.slice(0, 3).join(' ').slice(0, 120);
}
