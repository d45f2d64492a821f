import type { ClientTools } from 'clienttools';
import { useEffect, useMemo } from 'preact/hooks';
import { Approvals } from './approvals.js';
import { ApprovalDialog } from './components/approval-dialog.js';
import { FilesView } from '../files/index.js';
import { Notice } from './components/notice.js';
import { Workbench } from './components/workbench.js';
import { useClient } from './hooks/use-client.js';
import { useStore } from './hooks/use-store.js';
import { Header } from './shell/header.js';
import { Projects } from './shell/projects.js';
import { watchRoute, type Route } from './shell/routes.js';
import { browserStorage } from './shell/store.js';
import { watchTheme } from './shell/theme.js';

/** The whole page. */
export function App() {
  const { approvals, route, projects, theme } = useMemo(newState, []);
  const client = useClient(approvals);
  const shown = useStore(route);
  const { currentId } = useStore(projects.state);
  useEffect(() => projects.follow(), [projects]);
  useEffect(() => {
    // Projects that only have files: from a visit before there was a list.
    client.tools?.projects().then(
      (withFiles) => projects.adopt(withFiles.map(({ id }) => id)),
      () => {},
    );
  }, [client.tools, projects]);
  return (
    <div class="page">
      <Header tools={client.tools} route={shown} projects={projects} theme={theme} asking={0} />
      <main class="main" id="main">
        {client.error !== undefined && (
          <Notice title="The tools did not load" error={client.error}>
            <button type="button" onClick={client.retry}>
              Try again
            </button>
          </Notice>
        )}
        {client.tools ? <CurrentView key={currentId} tools={client.tools} projectId={currentId} route={shown} /> : client.error === undefined && <Loading />}
      </main>
      <ApprovalDialog approvals={approvals} />
    </div>
  );
}

function newState() {
  const shared = browserStorage('localStorage');
  return {
    approvals: new Approvals(),
    route: watchRoute(),
    projects: new Projects(shared, browserStorage('sessionStorage')),
    theme: watchTheme(shared, document.documentElement),
  };
}

/** The view of the route, for one project: a project change starts it afresh. */
function CurrentView({ tools, projectId, route }: { tools: ClientTools; projectId: string; route: Route }) {
  switch (route.view) {
    case 'files':
      return <FilesView tools={tools} projectId={projectId} />;
    case 'settings':
      return <p class="hint">Settings of the project come here.</p>;
    case 'chat':
      return <p class="hint">The chat comes here. The console runs single calls by hand.</p>;
    case 'console':
      return <Workbench tools={tools} projectId={projectId} />;
  }
}

function Loading() {
  return (
    <p class="loading" role="status">
      Loading the tools…
    </p>
  );
}
