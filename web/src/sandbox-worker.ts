// The entry of a sandbox's worker. It runs scripts one after another; who
// started it ends it when a script passes its time.
import { Channel } from './channel.js';
import { ConsoleRelay } from './console-relay.js';
import { CodedError } from './errors.js';
import type { FileArgs, SandboxFilesArgs, ScriptJob } from './gen/types.js';
import { startGo, type GoInstance } from './go.js';
import { compileModule } from './module.js';
import { ownerEndpoint, portEndpoint } from './platform.js';
import type { CompiledModules, SandboxStart } from './sandbox.js';
import { Transpiler } from './transpiler.js';

let sandbox: GoInstance | undefined;
let transpiler: Transpiler | undefined;
let relay: ConsoleRelay | undefined;
let run = '';

const owner = new Channel(ownerEndpoint(), {
  async call(method, args, _bytes, signal, { attached }) {
    if (method === 'init') return init(JSON.parse(args) as { url: string; transpileURL: string }, attached as SandboxStart);
    if (method !== 'run' || !sandbox) throw new CodedError('internal', `the sandbox does not know ${method}`);
    run = (JSON.parse(args) as ScriptJob).run;
    transpiler?.begin();
    relay?.begin();
    const outcome = await sandbox.call('run', args, null, signal);
    owner.emit('memory', String(sandbox.memoryBytes()));
    return outcome;
  },
  event(name, _json, attached) {
    if (name === 'transpile') transpiler?.use(attached as WebAssembly.Module);
  },
});

async function init({ url, transpileURL }: { url: string; transpileURL: string }, { module, transpile, files: port }: SandboxStart) {
  const files = new Channel(portEndpoint(port), {
    call() {
      throw new CodedError('invalid_argument', 'a sandbox answers nothing');
    },
  });
  const rewriting = (transpiler = new Transpiler({
    url: transpileURL,
    version: () => sandbox?.info.version ?? '',
    onLoading: (loading) => owner.emit('loading', String(loading)),
    onModule: (module) => shareModule('transpile', module),
  }));
  if (transpile) rewriting.use(transpile);
  const printed = (relay = new ConsoleRelay((lines) => files.emit('console', `{"run":${JSON.stringify(run)},"lines":[${lines.join()}]}`)));
  const compiled = module ?? (await compileModule(url));
  if (!module) shareModule('sandbox', compiled);
  const host = {
    emit: (event: string, json: string) => {
      if (event === 'console') printed.line(json);
    },
    files: (op: string, args: string, bytes: Uint8Array | null) => {
      const request: SandboxFilesArgs = { ...(JSON.parse(args) as FileArgs), run, op };
      return files.call('sandbox.files', JSON.stringify(request), { bytes });
    },
    lower: (source: string) => rewriting.lower(source),
    ask: (op: string, args: string, _bytes: null, signal?: AbortSignal) =>
      files.call('sandbox.ask', `{"run":${JSON.stringify(run)},"op":${JSON.stringify(op)},"args":${args}}`, { signal }),
  };
  sandbox = await startGo(compiled, host, (error) => owner.emit('exit', JSON.stringify({ code: error.code, message: error.message })));
  return { json: JSON.stringify(sandbox.info), bytes: null };
}

// Compiled here, the module goes back to the page, whose own
// Content-Security-Policy may then do without WebAssembly.
function shareModule(name: keyof CompiledModules, module: WebAssembly.Module): void {
  try {
    owner.emit('module', JSON.stringify(name), module);
  } catch {
    // Not every realm can send a module; then each worker compiles its own.
  }
}
