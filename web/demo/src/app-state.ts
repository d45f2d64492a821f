import type { ClientTools } from 'clienttools';
import { History } from '../chat/history.js';
import { Models } from '../chat/model-settings.js';
import { OpenChats } from '../chat/open-chats.js';
import { keepOffline } from '../offline/register.js';
import { Approvals } from './approvals.js';
import { migrateProjects, type Migration } from './shell/migrate-projects.js';
import { Projects } from './shell/projects.js';
import { watchRoute } from './shell/routes.js';
import { browserStorage, Store } from './shell/store.js';
import { watchTheme } from './shell/theme.js';

/** Everything that outlives a view. */
export type AppState = ReturnType<typeof newAppState>;

/** The stores of the app. They know no framework. */
export function newAppState() {
  const shared = browserStorage('localStorage');
  const approvals = new Approvals();
  const projects = new Projects(shared, browserStorage('sessionStorage'));
  const models = new Models(shared);
  const history = new History();
  const chatsOf = perClient((tools, agentId: string) => {
    const project = (projectId: string) => {
      const { id, enabledTools = [], toolOptions = {} } = projects.state.value.projects.find(({ id }) => id === projectId) ?? projects.current;
      return { id, enabledTools, toolOptions };
    };
    return new OpenChats({ tools, models, history, project, agentId, dismissQuestions: (chatId) => approvals.dismiss(chatId) });
  });
  const migrationOf = perClient((tools) => {
    const migration = new Store<Migration[]>([]);
    void migrateProjects(tools, projects).then((done) => migration.set(done));
    return migration;
  });
  // Not before the tools are there: what is kept for the next visit must not slow this one down.
  const offlineOf = perClient(() => keepOffline());
  return { approvals, projects, models, history, chatsOf, migrationOf, offlineOf, route: watchRoute(), theme: watchTheme(shared, document.documentElement) };
}

/** Makes something once for each loaded client. */
function perClient<T, A extends unknown[]>(make: (tools: ClientTools, ...args: A) => T): (tools: ClientTools, ...args: A) => T {
  const made = new WeakMap<ClientTools, T>();
  return (tools, ...args) => {
    const known = made.get(tools) ?? make(tools, ...args);
    made.set(tools, known);
    return known;
  };
}
