import type { ClientTools } from 'clienttools';
import { useMemo } from 'preact/hooks';
import { Approvals } from './approvals.js';
import { ActivityList } from './components/activity-list.js';
import { ApprovalDialog } from './components/approval-dialog.js';
import { FilesPanel } from './components/files-panel.js';
import { Header } from './components/header.js';
import { Notice } from './components/notice.js';
import { ToolConsole } from './components/tool-console.js';
import { useClient } from './hooks/use-client.js';
import { useStored } from './hooks/use-stored.js';

/** The whole page. */
export function App() {
  const approvals = useMemo(() => new Approvals(), []);
  const client = useClient(approvals);
  const [projectId, setProjectId] = useStored('clienttools-demo.project', 'demo');
  return (
    <div class="page">
      <Header tools={client.tools} projectId={projectId} onProject={setProjectId} />
      {client.error && (
        <Notice title="The tools did not load" error={client.error}>
          <button type="button" onClick={client.retry}>
            Try again
          </button>
        </Notice>
      )}
      {client.tools ? <Workbench tools={client.tools} projectId={projectId} /> : !client.error && <Loading />}
      <ApprovalDialog approvals={approvals} />
    </div>
  );
}

/** Everything that works on one project. The key makes a project change start it afresh. */
function Workbench({ tools, projectId }: { tools: ClientTools; projectId: string }) {
  return (
    <main class="workbench" key={projectId}>
      <ToolConsole tools={tools} projectId={projectId} />
      <div class="side">
        <FilesPanel tools={tools} projectId={projectId} />
        <ActivityList tools={tools} projectId={projectId} />
      </div>
    </main>
  );
}

function Loading() {
  return (
    <p class="loading" role="status">
      Loading the tools…
    </p>
  );
}
