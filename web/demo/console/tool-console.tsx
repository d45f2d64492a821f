import type { ClientTools, ToolOptions, ToolResult } from 'clienttools';
import { useRef, useState } from 'preact/hooks';
import { demoAgent } from '../src/agents.js';
import { ToolForm } from './form/tool-form.js';
import { ResultView, type Outcome } from './result-view.js';
import { useActivities } from './use-activities.js';
import type { ToolView } from './use-tool-views.js';
import type { Call } from './wire/apis.js';
import { WireView } from './wire/wire-view.js';

interface Props {
  tools: ClientTools;
  projectId: string;
  view: ToolView;
  /** The tools that a running one may call. */
  enabled: string[];
  toolOptions: Record<string, ToolOptions>;
}

/** One tool: fill its form, run it, see what the model sees and what goes over the wire. */
export function ToolConsole({ tools, projectId, view, enabled, toolOptions }: Props) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [call, setCall] = useState<Call>();
  const running = useRef<AbortController | undefined>(undefined);
  const activity = useActivities(tools, projectId).find(({ id }) => id === call?.id);
  const { name } = view.info;

  const run = async (input: unknown) => {
    const controller = new AbortController();
    running.current = controller;
    const call = { id: `call_${crypto.randomUUID().slice(0, 8)}`, name, input };
    setCall(call);
    const startedAt = performance.now();
    setOutcome({ state: 'running', startedAt });
    const done = (part: { result: ToolResult } | { error: unknown }) => setOutcome({ state: 'done', ms: performance.now() - startedAt, ...part });
    const context = { projectId, chatId: 'console', agentId: demoAgent, groupChat: true };
    try {
      done({ result: await tools.executeClientSideTool(name, input, enabled, toolOptions, context, { id: call.id, signal: controller.signal }) });
    } catch (error) {
      done({ error });
    }
  };

  return (
    <>
      <section class="console" aria-label={view.info.displayName}>
        <details class="about">
          <summary>What the model reads about {view.info.displayName}</summary>
          <p class="description" tabIndex={0}>
            {view.description}
          </p>
        </details>
        <ToolForm view={view} running={outcome?.state === 'running'} onRun={(input) => void run(input)} onStop={() => running.current?.abort()} />
        <ResultView outcome={outcome} activity={activity} />
      </section>
      <WireView
        tools={tools}
        projectId={projectId}
        name={name}
        toolOptions={toolOptions}
        call={call}
        result={outcome?.state === 'done' && 'result' in outcome ? outcome.result : undefined}
      />
    </>
  );
}
