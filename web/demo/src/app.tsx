import type { ClientTools } from 'clienttools';
import { useEffect, useMemo } from 'preact/hooks';
import { ChatView } from '../chat/chat-view.js';
import { isChatId } from '../chat/conversation.js';
import { OpenChats } from '../chat/open-chats.js';
import { SettingsView } from '../settings/settings-view.js';
import { demoAgent } from './agents.js';
import { newAppState, type AppState } from './app-state.js';
import { ApprovalDialog } from './components/approval-dialog.js';
import { FilesView } from '../files/index.js';
import { Notice } from './components/notice.js';
import { ConsoleView } from '../console/index.js';
import { useClient } from './hooks/use-client.js';
import { useStore } from './hooks/use-store.js';
import { Header } from './shell/header.js';
import { MigrationNotice } from './shell/migration-notice.js';

/** The whole page. */
export function App() {
  const state = useMemo(newAppState, []);
  const { approvals, route, projects, theme, history } = state;
  const client = useClient(approvals);
  const shown = useStore(route);
  const waiting = useStore(approvals.waiting);
  const { currentId } = useStore(projects.state);
  useEffect(() => projects.follow(), [projects]);
  // Each view begins at its top.
  useEffect(() => scrollTo(0, 0), [shown.view]);
  return (
    <div class="page">
      <Header
        tools={client.tools}
        route={shown}
        projects={projects}
        theme={theme}
        asking={waiting.filter(({ request }) => isChatId(request.context.chatId)).length}
        offline={client.tools && state.offlineOf(client.tools)}
        onRemoveProject={(id) => void history.removeProject(id).catch(() => {})}
      />
      <main class="main" id="main" data-view={shown.view}>
        {client.error !== undefined && (
          <Notice title="The tools did not load" error={client.error}>
            <button type="button" onClick={client.retry}>
              Try again
            </button>
          </Notice>
        )}
        {client.tools ? <Loaded key={currentId} tools={client.tools} state={state} projectId={currentId} /> : client.error === undefined && <Loading />}
      </main>
      <ApprovalDialog approvals={approvals} />
    </div>
  );
}

/** The views of one project, from the moment that the tools are there: a project change starts them afresh. */
function Loaded({ tools, state, projectId }: { tools: ClientTools; state: AppState; projectId: string }) {
  return (
    <>
      <MigrationNotice migration={state.migrationOf(tools)} projectId={projectId} />
      <CurrentView tools={tools} state={state} projectId={projectId} open={state.chatsOf(tools, demoAgent)} />
    </>
  );
}

function CurrentView({ tools, state, projectId, open }: { tools: ClientTools; state: AppState; projectId: string; open: OpenChats }) {
  const { projects, models, history, approvals } = state;
  const { view, place } = useStore(state.route);
  const toolOptions = useStore(projects.state).projects.find(({ id }) => id === projectId)?.toolOptions;
  switch (view) {
    case 'chat':
      return <ChatView {...{ tools, projectId, projects, models, history, open, approvals }} chatId={place} />;
    case 'files':
      return <FilesView tools={tools} projectId={projectId} />;
    case 'console':
      return <ConsoleView tools={tools} projectId={projectId} toolOptions={toolOptions} />;
    case 'settings':
      return <SettingsView {...{ tools, projectId, projects, models }} place={place} />;
  }
}

function Loading() {
  return (
    <p class="loading" role="status">
      Loading the tools…
    </p>
  );
}
