import type { ToolInfo, ToolOptionDefinition, ToolOptions, ToolOptionValue } from 'clienttools';

/** Which tools a project has, and how they are set. */
export interface ToolChoice {
  enabledTools: string[];
  toolOptions: Record<string, ToolOptions>;
}

/** The choice with one tool switched, in the order in which the tools are registered. */
export function withTool(choice: ToolChoice, tools: ToolInfo[], name: string, on: boolean): ToolChoice {
  const wanted = new Set(choice.enabledTools);
  if (on) wanted.add(name);
  else wanted.delete(name);
  const registered = tools.map((tool) => tool.name).filter((known) => wanted.has(known));
  // Names that this release does not know stay: another one may.
  const others = choice.enabledTools.filter((known) => wanted.has(known) && !registered.includes(known));
  return { ...choice, enabledTools: [...registered, ...others] };
}

/** The choice with one option set. A default is not stored, so that a later release may change it. */
export function withOption(choice: ToolChoice, tool: ToolInfo, definition: ToolOptionDefinition, value: ToolOptionValue): ToolChoice {
  const { [definition.id]: _before, ...others } = choice.toolOptions[tool.name] ?? {};
  const options = value === definition.default ? others : { ...others, [definition.id]: value };
  const { [tool.name]: _options, ...rest } = choice.toolOptions;
  return { ...choice, toolOptions: Object.keys(options).length > 0 ? { ...rest, [tool.name]: options } : rest };
}

/** The value of an option: what is stored, else the default. */
export function optionValue(choice: ToolChoice, tool: ToolInfo, definition: ToolOptionDefinition): ToolOptionValue {
  return choice.toolOptions[tool.name]?.[definition.id] ?? definition.default;
}

/** The options to show, which depends on the values of others. */
export function visibleOptions(choice: ToolChoice, tool: ToolInfo): ToolOptionDefinition[] {
  return tool.optionDefinitions.filter(({ visibleWhen }) => {
    if (!visibleWhen) return true;
    const other = tool.optionDefinitions.find(({ id }) => id === visibleWhen.optionId);
    return other !== undefined && optionValue(choice, tool, other) === visibleWhen.value;
  });
}

/** Why a number is none of the option's; empty where it is one. */
export function numberProblem({ min, max }: ToolOptionDefinition, text: string): string {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return 'A number, please.';
  if (min !== undefined && number < min) return `At least ${min}, please.`;
  if (max !== undefined && number > max) return `At most ${max}, please.`;
  return '';
}
