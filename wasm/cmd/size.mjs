// Prints the size of each file a page loads, scripts as bundlers minify them: raw,
// gzip 9 and brotli 11, and fails where a budget is passed. Brotli 11 of the sandbox
// takes a minute, so figures are kept by content in the user's cache.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildSync } from '../../web/node_modules/esbuild/lib/main.js';

const budgets = [
	{ file: 'build/clienttools.wasm', brotli: 1_200_000, what: 'the core, loaded at once' },
	{ file: 'build/sandbox.wasm', brotli: 3_100_000, what: 'the JavaScript sandbox, at its first call' },
	{ file: 'build/transpile.wasm', brotli: 1_702_000, what: 'for TypeScript and the newest syntax, when a script first needs it' },
	{ file: 'web/dist/index.js', brotli: 15_000, what: 'the page side: the main entry' },
	{ file: 'web/dist/inline.js', brotli: 30_000, what: 'the page side with its workers inlined' },
	{ file: 'web/dist/local-core.js', brotli: 15_000, what: 'the core outside of a worker: Node, worker: false' },
	{ file: 'web/dist/core-worker.js', brotli: 15_000, what: "the core's worker" },
	{ file: 'web/dist/sandbox-worker.js', brotli: 15_000, what: "the sandbox's worker" },
	...adapters().map((name) => ({ file: `web/dist/${name}.js`, brotli: 4_000, what: `the adapter ./${name}` })),
];

function adapters() {
	const folder = 'web/src/adapters';
	const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];
	return files.map((name) => name.slice(0, -'.ts'.length));
}

/** A script as an application ships it: minified, without what it loads later or is the application's own. */
function minified(file) {
	const { outputFiles } = buildSync({
		entryPoints: [file],
		bundle: true,
		minify: true,
		format: 'esm',
		target: 'es2022',
		packages: 'external',
		external: ['./local-core.js'],
		legalComments: 'none',
		write: false,
	});
	return outputFiles[0].contents;
}

const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'clienttools');
const cacheFile = join(cacheFolder, 'size.json');
const cache = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
const kept = {};

async function measure(content) {
	const key = createHash('sha256').update(content).digest('hex');
	kept[key] = cache[key];
	if (!kept[key]) {
		const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
		const [zipped, packed] = await Promise.all([promisify(gzip)(content, { level: 9 }), promisify(brotliCompress)(content, { params })]);
		kept[key] = { gzip: zipped.length, brotli: packed.length };
	}
	return kept[key];
}

const kB = (bytes) => ({ median: bytes / 1000 });
const megabytes = (bytes) => (bytes / 1e6).toFixed(3).padStart(9);
console.log(`${'file'.padEnd(28)}${'raw MB'.padStart(9)}${'gzip MB'.padStart(9)}${'brotli MB'.padStart(10)}${'budget'.padStart(9)}`);
let over = 0;
const figures = {};
// All at once: they are compressed in threads.
const measured = await Promise.all(
	budgets.map(async (budget) => {
		const content = budget.file.endsWith('.js') ? minified(budget.file) : readFileSync(budget.file);
		return { ...budget, budget: budget.brotli, content, ...(await measure(content)) };
	}),
);
for (const { file, budget, what, content, gzip, brotli } of measured) {
	const verdict = brotli > budget ? '  OVER BUDGET' : '';
	if (verdict) over++;
	figures[what] = { raw: kB(content.length), gzip: kB(gzip), brotli: kB(brotli) };
	console.log(`${file.padEnd(28)}${megabytes(content.length)}${megabytes(gzip)} ${megabytes(brotli)}${megabytes(budget)}  ${what}${verdict}`);
}
mkdirSync(cacheFolder, { recursive: true });
writeFileSync(cacheFile, JSON.stringify(kept));
// For the report of make bench.
if (process.argv[2]) writeFileSync(process.argv[2], JSON.stringify({ unit: 'kB', figures }, undefined, 2) + '\n');
process.exit(over > 0 ? 1 : 0);
