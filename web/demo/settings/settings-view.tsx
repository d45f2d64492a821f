import type { ClientTools, ToolInfo } from 'clienttools';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Models } from '../chat/model-settings.js';
import { useStore } from '../src/hooks/use-store.js';
import type { Projects } from '../src/shell/projects.js';
import { ModelSection } from './model-section.js';
import { Preview } from './preview.js';
import { ToolSettings } from './tool-settings.js';

interface Props {
  tools: ClientTools;
  projectId: string;
  projects: Projects;
  models: Models;
  /** The section to show: `model` or empty. */
  place: string;
}

/** The tools of a project, what a model is told of them, and whose model it is. */
export function SettingsView({ tools, projectId, projects, models, place }: Props) {
  const infos = useTools(tools);
  const { projects: all } = useStore(projects.state);
  const project = all.find(({ id }) => id === projectId) ?? projects.current;
  const { enabledTools, toolOptions } = project;
  const choice = useMemo(() => ({ enabledTools: enabledTools ?? [], toolOptions: toolOptions ?? {} }), [enabledTools, toolOptions]);
  useEffect(() => {
    if (place === 'model') document.getElementById('model-title')?.scrollIntoView();
  }, [place]);
  return (
    <div class="settings">
      <h1 class="visually-hidden">Settings</h1>
      <div class="settings-side">
        <section class="panel" aria-labelledby="tools-title">
          <h2 id="tools-title">Tools of {project.name}</h2>
          <ToolSettings
            tools={infos}
            choice={choice}
            onChoice={({ enabledTools, toolOptions }) =>
              projects.update(projectId, ({ toolOptions: _before, ...rest }) => ({
                ...rest,
                enabledTools,
                ...(Object.keys(toolOptions).length > 0 && { toolOptions }),
              }))
            }
          />
        </section>
      </div>
      <div class="settings-side">
        <section class="panel" aria-labelledby="model-title">
          <h2 id="model-title">Model</h2>
          <ModelSection models={models} />
        </section>
        <section class="panel" aria-labelledby="preview-title">
          <h2 id="preview-title">What the model is told</h2>
          <Preview tools={tools} projectId={projectId} choice={choice} />
        </section>
      </div>
    </div>
  );
}

/** The registered tools, as they change. */
function useTools(tools: ClientTools): ToolInfo[] {
  const [infos, setInfos] = useState(() => tools.getAllTools());
  useEffect(() => tools.on('tools', setInfos), [tools]);
  return infos;
}
