import type { ClientTools, JSONSchema, ToolInfo, ToolOptions } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';

/** What a model is told of one tool. */
export interface ToolView {
  info: ToolInfo;
  description: string;
  schema: JSONSchema;
}

/** The registered tools with their definitions, and again whenever they change. */
export function useToolViews(tools: ClientTools, toolOptions: Record<string, ToolOptions>): { views: ToolView[]; error: unknown } {
  const [state, setState] = useState<{ views: ToolView[]; error: unknown }>({ views: [], error: undefined });
  useEffect(() => {
    let current = true;
    const read = () =>
      readToolViews(tools, toolOptions).then(
        (views) => current && setState({ views, error: undefined }),
        (error: unknown) => current && setState({ views: [], error }),
      );
    void read();
    const stop = tools.on('tools', () => void read());
    return () => {
      current = false;
      stop();
    };
  }, [tools, toolOptions]);
  return state;
}

async function readToolViews(tools: ClientTools, toolOptions: Record<string, ToolOptions>): Promise<ToolView[]> {
  const infos = tools.getAllTools().filter((info) => !info.internal);
  const names = infos.map(({ name }) => name);
  // MCP is the one format whose definitions are all of the same plain shape.
  const definitions = await tools.getToolDefinitionsForAPI('mcp', names, toolOptions);
  const byName = new Map(definitions.map((definition) => [definition['name'], definition]));
  return infos.flatMap((info) => {
    const definition = byName.get(info.name);
    return definition ? [{ info, description: String(definition['description']), schema: definition['inputSchema'] as JSONSchema }] : [];
  });
}
