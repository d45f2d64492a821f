/** Inputs to begin with, by tool. A tool without any works as well. */
export const examples: Record<string, { label: string; input: Record<string, unknown> }[]> = {
  memory: [
    {
      label: 'Remember',
      input: { command: 'create', path: '/memories/preferences.md', file_text: '# Preferences\n\n- answers in short sentences\n- metric units\n' },
    },
    { label: 'Look', input: { command: 'view', path: '/memories' } },
    { label: 'Correct', input: { command: 'str_replace', path: '/memories/preferences.md', old_str: 'metric units', new_str: 'metric units, 24-hour clock' } },
  ],
  filesystem: [
    { label: 'Write', input: { action: 'write', path: '/data/cities.csv', content: 'city,people\nRome,2755309\nOslo,717710\nQuito,1763275\n' } },
    { label: 'List', input: { action: 'list', path: '/' } },
    { label: 'Read', input: { action: 'read', path: '/data/cities.csv' } },
  ],
  javascript: [
    {
      label: 'Use a file',
      input: {
        code: "const rows = (await fs.readFile('/data/cities.csv', 'utf-8')).trim().split('\\n').slice(1);\nconst people = rows.map((row) => Number(row.split(',')[1]));\nconsole.log(rows.length, 'cities');\nreturn { total: people.reduce((a, b) => a + b, 0), largest: Math.max(...people) };",
      },
    },
    { label: 'Compute', input: { code: 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));\nreturn Array.from({ length: 15 }, (_, i) => fib(i));' } },
    { label: 'Endless loop', input: { code: '// Ended from outside when its time is over; the files stay as they are.\nwhile (true) {}' } },
  ],
  task: [
    { label: 'Plan', input: { action: 'create', title: 'Write the report', note: 'Two pages, with the figures of /data/cities.csv' } },
    { label: 'List', input: { action: 'list' } },
    { label: 'Finish', input: { action: 'complete', id: 1 } },
  ],
  agent_config: [
    { label: 'Look', input: { action: 'view', field: 'system_prompt' } },
    { label: 'Change', input: { action: 'update', field: 'system_prompt', value: 'You answer in short, plain sentences, and say so when you are not sure.' } },
  ],
  web: [{ label: 'Fetch', input: { action: 'fetch', url: 'https://example.org/' } }],
};
