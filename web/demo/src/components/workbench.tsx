import type { ClientTools } from 'clienttools';
import { ActivityList } from './activity-list.js';
import { ToolConsole } from './tool-console.js';

/** Runs single calls by hand. */
export function Workbench({ tools, projectId }: { tools: ClientTools; projectId: string }) {
  return (
    <div class="workbench">
      <ToolConsole tools={tools} projectId={projectId} />
      <div class="side">
        <ActivityList tools={tools} projectId={projectId} />
      </div>
    </div>
  );
}
