import type { CoreCall } from './connection.js';
import type { Session, SessionSettings, ToolDefinition } from './types.js';

/** What a project of an older release has in place of enabledTools; pkg/migrate knows what each means. */
const olderFlags = ['memoryEnabled', 'memoryUseSystemPrompt', 'jsExecutionEnabled', 'jsLibEnabled', 'fsToolEnabled'];

type Project = SessionSettings['project'];

/** The calls of a chat loop, bound to one project and API. */
export function newSession(call: CoreCall, { apiType, project, context = {} }: SessionSettings): Session {
  const enabled = upToDate(call, project);
  const { modelId, apiDefinitionId, ...rest } = context;
  const callContext = { ...rest, projectId: project.id };
  const promptContext = { ...callContext, ...(modelId !== undefined && { modelId }), ...(apiDefinitionId !== undefined && { apiDefinitionId }), apiType };
  return {
    definitions: async () => (await call('definitions', { apiType, ...(await enabled()) })).value as ToolDefinition[],
    systemPrompts: async () => (await call('systemPrompts', { apiType, ...(await enabled()), context: promptContext })).value,
    run: async (calls, { signal } = {}) => (await call('run', { apiType, calls, ...(await enabled()), context: callContext }, { signal })).value,
  };
}

/** The enabled tools of a project as it is stored, by whatever release. */
function upToDate(call: CoreCall, project: Project) {
  const stored = Object.entries(project).filter(([name]) => olderFlags.includes(name));
  const { enabledTools, toolOptions } = project;
  const settings = ({ enabledTools = [], toolOptions = {} }: Partial<Project>) => ({ enabledToolNames: enabledTools, toolOptions });
  if (enabledTools || stored.length === 0) {
    const today = settings(project);
    return () => Promise.resolve(today);
  }
  let migrated: Promise<ReturnType<typeof settings>> | undefined;
  const older = { ...Object.fromEntries(stored), ...(toolOptions && { toolOptions }) };
  return () => (migrated ??= call('migrateProject', { project: older }).then(({ value }) => settings(value.project as Project)));
}
