// The entry of a sandbox's worker. It runs scripts one after another; who
// started it ends it when a script passes its time.
import { Channel } from './channel.js';
import { CodedError } from './errors.js';
import type { FileArgs, SandboxFilesArgs, ScriptJob } from './gen/types.js';
import { startGo, type GoInstance } from './go.js';
import { compileModule } from './module.js';
import { ownerEndpoint, portEndpoint } from './platform.js';
import type { SandboxStart } from './sandbox.js';

let sandbox: GoInstance | undefined;
let run = '';

const owner = new Channel(ownerEndpoint(), {
  async call(method, args, _bytes, signal, attached) {
    if (method === 'init') return init(JSON.parse(args) as { url: string }, attached as SandboxStart);
    if (method !== 'run' || !sandbox) throw new CodedError('internal', `the sandbox does not know ${method}`);
    run = (JSON.parse(args) as ScriptJob).run;
    const outcome = await sandbox.call('run', args, null, signal);
    owner.emit('memory', String(sandbox.memoryBytes()));
    return outcome;
  },
});

async function init({ url }: { url: string }, { module, files: port }: SandboxStart) {
  const files = new Channel(portEndpoint(port), {
    call() {
      throw new CodedError('invalid_argument', 'a sandbox answers nothing');
    },
  });
  const compiled = module ?? (await compileModule(url));
  if (!module) shareModule(compiled);
  const host = {
    emit: (event: string, json: string) => owner.emit(event, json),
    files: (op: string, args: string, bytes: Uint8Array | null) => {
      const request: SandboxFilesArgs = { ...(JSON.parse(args) as FileArgs), run, op };
      return files.call('sandbox.files', JSON.stringify(request), { bytes });
    },
  };
  sandbox = await startGo(compiled, host, (error) => owner.emit('exit', JSON.stringify({ code: error.code, message: error.message })));
  return { json: JSON.stringify(sandbox.info), bytes: null };
}

// Compiled here, the module goes back to the page, whose own
// Content-Security-Policy may then do without WebAssembly.
function shareModule(module: WebAssembly.Module): void {
  try {
    owner.emit('module', '', module);
  } catch {
    // Not every realm can send a module; then each worker compiles its own.
  }
}
