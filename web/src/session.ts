import type { CoreCall } from './connection.js';
import type { Session, SessionSettings, ToolDefinition } from './types.js';

/** The calls of a chat loop, bound to one project and API. */
export function newSession(call: CoreCall, { apiType, project, context = {} }: SessionSettings): Session {
  const enabledToolNames = project.enabledTools ?? [];
  const toolOptions = project.toolOptions ?? {};
  const { modelId, apiDefinitionId, ...rest } = context;
  const callContext = { ...rest, projectId: project.id };
  const promptContext = { ...callContext, ...(modelId !== undefined && { modelId }), ...(apiDefinitionId !== undefined && { apiDefinitionId }), apiType };
  return {
    definitions: async () => (await call('definitions', { apiType, enabledToolNames, toolOptions })).value as ToolDefinition[],
    systemPrompts: async () => (await call('systemPrompts', { apiType, enabledToolNames, toolOptions, context: promptContext })).value,
    run: async (calls, { signal } = {}) => (await call('run', { apiType, calls, enabledToolNames, toolOptions, context: callContext }, { signal })).value,
  };
}
