import type { ToolInfo } from 'clienttools';

interface Props {
  tools: ToolInfo[];
  picked: string;
  onPick(name: string): void;
}

/** One card for each tool. */
export function ToolPicker({ tools, picked, onPick }: Props) {
  return (
    <fieldset class="picker">
      <legend class="visually-hidden">Tool</legend>
      {tools.map((tool) => (
        <label class="card" key={tool.name}>
          <input type="radio" name="tool" value={tool.name} checked={tool.name === picked} onChange={() => onPick(tool.name)} />
          <span class="card-name">{tool.displayName}</span>
          {tool.displaySubtitle && <span class="card-subtitle">{tool.displaySubtitle}</span>}
        </label>
      ))}
    </fieldset>
  );
}
