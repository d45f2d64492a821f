import type { ClientTools, JSONSchema, ToolInfo, ToolResult } from 'clienttools';
import { useEffect, useRef, useState } from 'preact/hooks';
import { demoAgent } from '../agents.js';
import { Notice } from './notice.js';
import { ResultView, type Outcome } from './result-view.js';
import { ToolForm } from './tool-form.js';
import { ToolPicker } from './tool-picker.js';

/** What a model is told of one tool. */
export interface ToolView {
  info: ToolInfo;
  description: string;
  schema: JSONSchema;
}

/** Pick a tool, fill its form, run it, see what the model sees. */
export function ToolConsole({ tools, projectId }: { tools: ClientTools; projectId: string }) {
  const { views, error } = useToolViews(tools);
  const [picked, setPicked] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef<AbortController | undefined>(undefined);
  const view = views.find(({ info }) => info.name === picked) ?? views[0];

  const pick = (name: string) => {
    setPicked(name);
    setOutcome(undefined);
  };
  const run = async (name: string, input: unknown) => {
    const controller = new AbortController();
    running.current = controller;
    setOutcome({ state: 'running', startedAt: performance.now() });
    const startedAt = performance.now();
    const done = (part: { result: ToolResult } | { error: unknown }) => setOutcome({ state: 'done', ms: performance.now() - startedAt, ...part });
    try {
      done({
        result: await tools.executeClientSideTool(
          name,
          input,
          [name],
          {},
          { projectId, chatId: 'demo', agentId: demoAgent, groupChat: true },
          { signal: controller.signal },
        ),
      });
    } catch (error) {
      done({ error });
    }
  };

  if (error !== undefined) return <Notice title="The tools cannot be shown" error={error} />;
  if (!view) return null;
  return (
    <section class="console" aria-label="Tool">
      <ToolPicker tools={views.map(({ info }) => info)} picked={view.info.name} onPick={pick} />
      <details class="about">
        <summary>What the model reads about {view.info.displayName}</summary>
        <p class="description">{view.description}</p>
      </details>
      <ToolForm
        key={view.info.name}
        view={view}
        running={outcome?.state === 'running'}
        onRun={(input) => void run(view.info.name, input)}
        onStop={() => running.current?.abort()}
      />
      <ResultView outcome={outcome} />
    </section>
  );
}

/** The registered tools with their definitions, and again whenever they change. */
function useToolViews(tools: ClientTools): { views: ToolView[]; error: unknown } {
  const [state, setState] = useState<{ views: ToolView[]; error: unknown }>({ views: [], error: undefined });
  useEffect(() => {
    let current = true;
    const read = () =>
      readToolViews(tools).then(
        (views) => current && setState({ views, error: undefined }),
        (error: unknown) => current && setState({ views: [], error }),
      );
    void read();
    const stop = tools.on('tools', () => void read());
    return () => {
      current = false;
      stop();
    };
  }, [tools]);
  return state;
}

async function readToolViews(tools: ClientTools): Promise<ToolView[]> {
  const infos = tools.getAllTools().filter((info) => !info.internal);
  // MCP is the one format whose definitions are all of the same plain shape.
  const definitions = await tools.getToolDefinitionsForAPI(
    'mcp',
    infos.map(({ name }) => name),
    {},
  );
  const byName = new Map(definitions.map((definition) => [definition['name'], definition]));
  return infos.flatMap((info) => {
    const definition = byName.get(info.name);
    return definition ? [{ info, description: String(definition['description']), schema: definition['inputSchema'] as JSONSchema }] : [];
  });
}
