import type { ToolInfo } from 'clienttools';
import { useId } from 'preact/hooks';
import { ToolIcon } from '../chat/components/tool-icon.js';
import { OptionField } from './option-field.js';
import { optionValue, visibleOptions, withOption, withTool, type ToolChoice } from './tool-choice.js';

interface Props {
  tools: ToolInfo[];
  choice: ToolChoice;
  onChoice(choice: ToolChoice): void;
}

/** A switch for each tool and its options below it, made from what the tools say of themselves. */
export function ToolSettings({ tools, choice, onChoice }: Props) {
  return (
    <ul class="tool-settings">
      {tools
        .filter((tool) => !tool.internal)
        .map((tool) => (
          <ToolItem key={tool.name} tool={tool} tools={tools} choice={choice} onChoice={onChoice} />
        ))}
    </ul>
  );
}

function ToolItem({ tool, tools, choice, onChoice }: Props & { tool: ToolInfo }) {
  const id = useId();
  const on = choice.enabledTools.includes(tool.name);
  const options = visibleOptions(choice, tool);
  return (
    <li class={on ? 'tool-item on' : 'tool-item'}>
      <div class="tool-head">
        <ToolIcon info={tool} name={tool.name} />
        <div>
          <label for={id}>{tool.displayName}</label>
          {tool.displaySubtitle && (
            <p class="hint" id={`${id}-about`}>
              {tool.displaySubtitle}
            </p>
          )}
        </div>
        <input
          type="checkbox"
          role="switch"
          id={id}
          aria-describedby={tool.displaySubtitle && `${id}-about`}
          checked={on}
          onChange={(event) => onChoice(withTool(choice, tools, tool.name, event.currentTarget.checked))}
        />
      </div>
      {on && options.length > 0 && (
        <div class="tool-options" role="group" aria-label={`Options of ${tool.displayName}`}>
          {options.map((definition) => (
            <OptionField
              key={definition.id}
              definition={definition}
              value={optionValue(choice, tool, definition)}
              onValue={(value) => onChoice(withOption(choice, tool, definition, value))}
            />
          ))}
        </div>
      )}
    </li>
  );
}
