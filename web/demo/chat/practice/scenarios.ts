/** What a scripted model does in one turn. */
export interface Step {
  text: string;
  calls?: { name: string; input: Record<string, unknown> }[];
}

/** Makes the next turn from what the tools answered so far, or ends. */
export type Script = (results: string[][], said: string) => Step;

/** A conversation that the practice mode can play, over the project's real tools. */
export interface Scenario {
  id: string;
  label: string;
  about: string;
  /** What the user says. */
  prompt: string;
  /** The tools it calls. */
  tools: string[];
  script: Script;
}

const itinerary = `# Lisbon, three days

## Friday
- 10:40 arrive, tram 28 to Graça
- sunset at Miradouro da Senhora do Monte

## Saturday
- Belém: tower, monastery, pastéis
- dinner in Alfama, fado after nine

## Sunday
- train to Sintra at 9:10, back by 16:00
- 19:25 flight home
`;
const budget = 'what,euros\nflights,182\nhotel,264\ntrains,21\nfood,135\ntickets,48\n';
const packing = '- [ ] passport\n- [ ] adapter\n- [ ] rain jacket\n- [ ] good shoes\n';

const trip: Scenario = {
  id: 'trip',
  label: 'Plan a trip',
  about: 'Writes three files and a to-do side by side, then adds up the budget with a script.',
  prompt: 'Plan a long weekend in Lisbon for me. Keep the plan, a packing list and a budget as files.',
  tools: ['filesystem', 'task', 'javascript'],
  script(results) {
    if (results.length === 0) {
      const write = (path: string, content: string) => ({ name: 'filesystem', input: { action: 'write', path, content } });
      return {
        text: 'I’ll write the plan, the packing list and the budget, and note the one thing that can’t wait.',
        calls: [
          write('/trip/itinerary.md', itinerary),
          write('/trip/packing.md', packing),
          write('/trip/budget.csv', budget),
          { name: 'task', input: { action: 'create', title: 'Book the flights to Lisbon', note: 'Prices rise on Tuesday' } },
        ],
      };
    }
    if (results.length === 1) {
      return { text: 'Now the sum.', calls: [{ name: 'javascript', input: { code: sumOfBudget } }] };
    }
    const total = /total: (\d+)/.exec(results[1]?.[0] ?? '')?.[1];
    return {
      text:
        `Your weekend is planned${total ? ` and comes to **${total} €**` : ''}:\n\n` +
        '| file | what is in it |\n|---|---|\n| `/trip/itinerary.md` | three days, hour by hour |\n| `/trip/packing.md` | what to take |\n| `/trip/budget.csv` | the costs |\n\n' +
        'Open **Files** to read and change them: they are yours, in this browser. *Book the flights* is on the to-do list.',
    };
  },
};

const sumOfBudget = `const rows = (await fs.readFile('/trip/budget.csv', 'utf8')).trim().split('\\n').slice(1);
const costs = rows.map((row) => row.split(',')).map(([what, euros]) => ({ what, euros: Number(euros) }));
console.log(costs.map(({ what, euros }) => what.padEnd(8) + String(euros).padStart(5)).join('\\n'));
return { total: costs.reduce((sum, { euros }) => sum + euros, 0) };`;

const remember: Scenario = {
  id: 'remember',
  label: 'Remember something',
  about: 'Looks into the project’s memory, then notes it where the next chat finds it.',
  prompt: 'Please remember that I prefer short answers and metric units.',
  tools: ['memory'],
  script: noteInMemory('- short answers\n- metric units\n'),
};

/** Looks what is remembered, and adds the lines. */
function noteInMemory(lines: string): Script {
  const path = '/memories/preferences.md';
  return (results) => {
    if (results.length === 0) return { text: 'Let me see what I know already.', calls: [{ name: 'memory', input: { command: 'view', path: '/memories' } }] };
    if (results.length === 1) {
      const input = results[0]?.[0]?.includes('preferences.md')
        ? { command: 'insert', path, insert_line: 2, insert_text: lines }
        : { command: 'create', path, file_text: `# What the user prefers\n\n${lines}` };
      return { text: '', calls: [{ name: 'memory', input }] };
    }
    return { text: `Noted in \`${path}\`. Every later chat of this project can read it, and you can edit it under **Files**.` };
  };
}

const cities = 'city,people\nRome,2755309\nOslo,717710\nQuito,1763275\nAccra,2291352\n';
const citiesCode = `const rows = (await fs.readFile('/data/cities.csv', 'utf8')).trim().split('\\n').slice(1).map((row) => row.split(','));
const people = rows.map(([, count]) => Number(count));
const total = people.reduce((a, b) => a + b, 0);
await fs.writeFile('/data/report.md', rows.map(([city, count]) => \`- \${city}: \${((100 * count) / total).toFixed(1)} %\`).join('\\n') + '\\n');
console.log(rows.length, 'cities');
return { total, largest: rows.sort((a, b) => b[1] - a[1])[0][0] };`;

const script: Scenario = {
  id: 'script',
  label: 'Run JavaScript on a file',
  about: 'Writes a table, reads it in a sandboxed script and saves a report.',
  prompt: 'Which of these cities is the largest, and how many people live in all of them? ' + cities.trim().split('\n').slice(1).join('; '),
  tools: ['filesystem', 'javascript'],
  script(results) {
    if (results.length === 0) {
      return {
        text: 'I’ll save the table first.',
        calls: [{ name: 'filesystem', input: { action: 'write', path: '/data/cities.csv', content: cities } }],
      };
    }
    if (results.length === 1) return { text: 'Then a script does the arithmetic.', calls: [{ name: 'javascript', input: { code: citiesCode } }] };
    const found = /total: (\d+), largest: '(\w+)'/.exec(results[1]?.[0] ?? '');
    if (!found) return { text: 'The script did not come to an end: its cell above says why.' };
    return {
      text: `**${found[2]}** is the largest; together they have **${Number(found[1]).toLocaleString('en')}** people. The shares are in \`/data/report.md\`.`,
    };
  },
};

const trouble: Scenario = {
  id: 'trouble',
  label: 'What can go wrong',
  about: 'A question to you, a missing file, a script that throws and one that never ends: press Stop.',
  prompt: 'Show me what happens when things go wrong.',
  tools: ['filesystem', 'javascript', 'agent_config'],
  script(results) {
    if (results.length === 0) {
      return {
        text: 'First, one change that needs your yes, and two calls that fail.',
        calls: [
          { name: 'agent_config', input: { action: 'update', field: 'system_prompt', value: 'You answer in one sentence.' } },
          { name: 'filesystem', input: { action: 'read', path: '/missing.txt' } },
          { name: 'javascript', input: { code: "throw new Error('on purpose')" } },
        ],
      };
    }
    if (results.length === 1) {
      return {
        text: 'And now a script that would run for ever. It is ended from outside after 30 seconds, or when you press **Stop**.',
        calls: [{ name: 'javascript', input: { code: 'while (true) {}' } }],
      };
    }
    return { text: 'Every call had exactly one result, and your files are as they were.' };
  },
};

/** What the practice mode offers, in order. */
export const scenarios: Scenario[] = [trip, remember, script, trouble];

/** What the practice mode does with what the user said. */
export function scriptFor(said: string): Script {
  const known = scenarios.find(({ prompt }) => prompt === said);
  if (known) return known.script;
  const command = /^(run|remember):?\s+([\s\S]+)$/i.exec(said);
  if (command?.[1]?.toLowerCase() === 'remember') return noteInMemory(`- ${command[2]!.replace(/\s+/g, ' ')}\n`);
  if (command) {
    return (results) =>
      results.length === 0
        ? { text: '', calls: [{ name: 'javascript', input: { code: command[2]! } }] }
        : { text: `The script gave:\n\n\`\`\`\n${results[0]?.[0] ?? ''}\n\`\`\`` };
  }
  return () => ({
    text:
      'I am not a model: I play scripts over your real tools, so that you can try them without a key. ' +
      `I know ${scenarios.map(({ label }) => `*${label}*`).join(', ')}, and two commands:\n\n` +
      '- `run: return 6 * 7` runs JavaScript\n- `remember: I like tea` notes something\n\n' +
      'For real answers, choose a model in **Settings**.',
  });
}
