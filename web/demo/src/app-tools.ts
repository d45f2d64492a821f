import type { ClientSideTool } from 'clienttools';

/** A tool of this page, to show that one written in TypeScript is the equal of the built-in ones. */
export const clock: ClientSideTool = {
  name: 'clock',
  displayName: 'Clock',
  displaySubtitle: 'Date and time here. This page defines it in TypeScript.',
  iconInput: '◷',
  description: 'The date and time where the user is.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  optionDefinitions: [
    {
      id: 'style',
      label: 'Style',
      type: 'select',
      default: 'iso',
      choices: [
        { value: 'iso', label: 'ISO 8601' },
        { value: 'words', label: 'In words' },
      ],
    },
    {
      id: 'language',
      label: 'Language',
      subtitle: 'A language tag such as pt-BR. Empty: the browser’s.',
      type: 'text',
      default: '',
      visibleWhen: { optionId: 'style', value: 'words' },
    },
    { id: 'digits', label: 'Digits of a second', type: 'number', default: 0, min: 0, max: 3, visibleWhen: { optionId: 'style', value: 'iso' } },
  ],
  execute(_input, options) {
    const now = new Date();
    if (options['style'] === 'words') {
      return now.toLocaleString(String(options['language'] ?? '') || undefined, { dateStyle: 'full', timeStyle: 'short' });
    }
    const digits = Number(options['digits'] ?? 0);
    return now.toISOString().replace(/\.(\d+)Z$/, (_, fraction: string) => (digits > 0 ? `.${fraction.slice(0, digits)}Z` : 'Z'));
  },
  renderInput: () => 'What time is it?',
};
