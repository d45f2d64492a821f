// Makes docs/bench/README.md and docs/bench/index.html of the figures that the benchmarks saved.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './harness.mjs';

const folder = path.join(root, 'docs', 'bench');

// What is shown, in this order, and what it means to a user.
const sections = [
  {
    file: 'size',
    title: 'Download',
    text: "What a page loads, as it is, with gzip and with brotli. The core is needed for the first call; the sandbox at the first script; lowering only for a script that Go's JavaScript engine does not parse, such as TypeScript. `make size` holds each below its limit.",
  },
  {
    file: 'loading',
    title: 'From navigation to the first tool result',
    text: 'A page that loads the tools and views the memory, beside one that only compiles and starts a Go module that does nothing. "first": nothing is cached. "again": a second tab some seconds later. "second": the browser was closed and opened again. A page has the answer before its user has typed a word.',
  },
  {
    file: 'calls',
    title: 'One call, in parts',
    text: 'Medians in Chromium, through page, worker and Go. The differences between the first four rows are what the bridge, the tool with its validation, and a strict commit to IndexedDB add. The rows with more tools and more files show that a call does not get slower with them.',
  },
  {
    file: 'memory',
    title: 'Memory',
    text: 'What Chromium counts for the page and its workers (measureUserAgentSpecificMemory), each time in a page of its own.',
  },
  {
    file: 'dispatch',
    title: "An application's own tool, beside the SDKs' dispatch",
    text: "In Node, one call of a tool that says what it is told. Ours validates, asks for approval, tells of activities and crosses into WebAssembly and back; the MCP SDK validates and crosses its own protocol; of the AI SDK the two rows' difference is its tool call.",
  },
  {
    file: 'sandbox',
    title: 'Scripts, beside QuickJS',
    text: "Every script runs in a fresh world. Ours includes the way to the sandbox's worker, the files' transaction and the console; QuickJS runs in the page itself, which a script could block for ever. Short scripts, which models mostly write, cost about the same; long loops cost many times more, because Go's compiler makes slow WebAssembly of an interpreter (RATIONALE.md).",
  },
];

const number = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const table = (rows) => [rows[0], rows[0].map(() => '---'), ...rows.slice(1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Figures of one level, as {group: {series: summary}}. */
function groups(figures) {
  const nested = Object.values(figures).some((figure) => figure.median === undefined);
  return nested ? figures : Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, { '': figure }]));
}

function rows(data) {
  const all = groups(data.figures);
  const series = Object.keys(Object.values(all)[0]);
  const head = ['', ...series.map((name) => name || data.unit)];
  if (series[0] === '') head.push('quartiles');
  return [
    head,
    ...Object.entries(all).map(([name, figures]) => [
      name,
      ...series.map((one) => (figures[one] ? number(figures[one].median) : '–')),
      ...(series[0] === '' && figures[''].runs ? [`${number(figures[''].low)} to ${number(figures[''].high)}`] : series[0] === '' ? ['–'] : []),
    ]),
  ];
}

/** Horizontal bars from zero, with whiskers for the quartiles. */
function plot(data) {
  const all = groups(data.figures);
  const bars = Object.entries(all).flatMap(([group, figures]) => Object.entries(figures).map(([name, figure]) => ({ group, name, ...figure })));
  const left = 430;
  const width = 900;
  const height = 22;
  const logarithmic = Math.max(...bars.map(({ median }) => median)) > 50 * Math.min(...bars.map(({ median }) => median));
  const smallest = Math.min(...bars.map(({ median }) => median)) / 2;
  const largest = Math.max(...bars.map(({ high, median }) => high ?? median));
  const scale = (value) => (width - left - 90) * (logarithmic ? Math.max(0, Math.log(value / smallest)) / Math.log(largest / smallest) : value / largest);
  const series = [...new Set(bars.map(({ name }) => name))];
  const drawn = bars.map(({ group, name, median, low, high }, i) => {
    const y = i * height;
    const label = name === '' ? group : series[0] === name ? `${group}: ${name}` : name;
    const whisker = low === undefined ? '' : `<path class="whisker" d="M${left + scale(low)} ${y + 11}H${left + scale(high)}"/>`;
    return `<text class="label" x="${left - 8}" y="${y + 15}">${escape(label)}</text><rect class="s${series.indexOf(name) % 4}" x="${left}" y="${y + 3}" width="${Math.max(1, scale(median)).toFixed(1)}" height="16"/>${whisker}<text x="${left + scale(Math.max(median, high ?? 0)) + 6}" y="${y + 15}">${number(median)} ${data.unit}</text>`;
  });
  return `<svg viewBox="0 0 ${width} ${bars.length * height}" role="img" aria-label="${escape(data.title)}">${drawn.join('')}</svg>${logarithmic ? '<p class="note">The scale is logarithmic.</p>' : ''}`;
}

const shown = [];
for (const section of sections) {
  try {
    shown.push({ ...section, ...JSON.parse(await readFile(path.join(folder, `${section.file}.json`), 'utf8')) });
  } catch (error) {
    console.error(`left out: ${section.title}: ${error.message}`);
  }
}

const on = ({ machine }) =>
  machine ? `${machine.processors} × ${machine.processor}, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.date}, load ${machine.load}` : '';

const markdown = `# Figures

Written by \`make bench\`; the same as a page with plots: [index.html](index.html). Project files beside other file systems: [files.md](files.md).
What is compared ran interleaved in one process or page; figures are medians. The machine moves the numbers, the ratios less.

${shown.map((data) => `## ${data.title}\n\n${data.text}\n\n${table(rows(data))}\n\n${on(data)}\n`).join('\n')}`;

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>clienttools: figures</title>
<style>
  :root { color-scheme: light dark; --ink: light-dark(#1d2430, #e6e9ef); --soft: light-dark(#5b6472, #9aa4b2); }
  body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
  svg text { fill: currentColor; }
  .label { text-anchor: end; }
  .whisker { stroke: currentColor; stroke-width: 1.5; }
  .s0 { fill: #3b76c4; } .s1 { fill: #d98a29; } .s2 { fill: #4a9a5b; } .s3 { fill: #9467bd; }
  .note, .machine { color: var(--soft); font-size: 0.85rem; }
</style>
<h1>Figures</h1>
<p>Written by <code>make bench</code>. Bars are medians, lines the quartiles. What is compared ran interleaved. As text: <a href="README.md">README.md</a>;
project files beside other file systems: <a href="files.md">files.md</a>.</p>
${shown.map((data) => `<h2>${escape(data.title)}</h2>\n<p>${escape(data.text)}</p>\n${plot(data)}\n<p class="machine">${escape(on(data))}</p>`).join('\n')}
</html>
`;

await writeFile(path.join(folder, 'README.md'), markdown.trimEnd() + '\n');
await writeFile(path.join(folder, 'index.html'), html);
console.log(`docs/bench: ${shown.map(({ title }) => title).join(', ')}`);
