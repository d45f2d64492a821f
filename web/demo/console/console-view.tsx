import type { ClientTools, ToolOptions } from 'clienttools';
import { useState } from 'preact/hooks';
import { Notice } from '../src/components/notice.js';
import './console.css';
import { ActivityList } from './activity-list.js';
import { ToolConsole } from './tool-console.js';
import { ToolPicker } from './tool-picker.js';
import { useToolViews } from './use-tool-views.js';

interface Props {
  tools: ClientTools;
  projectId: string;
  /** Options of the tools, by tool; their defaults where left out. */
  toolOptions?: Record<string, ToolOptions> | undefined;
}

const defaults: Record<string, ToolOptions> = {};

/** Runs single calls of any tool by hand, and shows what every API makes of them. */
export function ConsoleView({ tools, projectId, toolOptions = defaults }: Props) {
  const { views, error } = useToolViews(tools, toolOptions);
  const [picked, setPicked] = useState<string>();
  const view = views.find(({ info }) => info.name === picked) ?? views[0];
  if (error !== undefined) return <Notice title="The tools cannot be shown" error={error} />;
  if (!view) return null;
  return (
    <div class="console-view">
      <div class="console-side">
        <ToolPicker tools={views.map(({ info }) => info)} picked={view.info.name} onPick={setPicked} />
        <ActivityList tools={tools} projectId={projectId} />
      </div>
      <div class="console-main">
        <ToolConsole
          key={view.info.name}
          tools={tools}
          projectId={projectId}
          view={view}
          enabled={views.map(({ info }) => info.name)}
          toolOptions={toolOptions}
        />
      </div>
    </div>
  );
}
