import type { NodeParts } from './directory-store.js';
import { CodedError } from './errors.js';

const tries = 2000;
const signedWithinMs = 5000;

/** Runs work while no other process of Node has the lock file. One left behind by a process that died does not count. */
export async function withLock<T>(node: NodeParts, file: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; !(await take(node, file)); attempt++) {
    if (attempt === tries) throw new CodedError('internal', `another process keeps ${file}`);
    if (await isHeld(node, file)) await new Promise((resolve) => setTimeout(resolve, 5));
    else await breakLock(node, file);
  }
  try {
    return await work();
  } finally {
    await node.fs.rm(file, { force: true });
  }
}

async function take({ fs, process }: NodeParts, file: string): Promise<boolean> {
  try {
    await fs.writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

// Of several processes that find a dead one's lock, one removes it; otherwise the
// slower ones would remove what the fastest has taken since.
async function breakLock(node: NodeParts, file: string): Promise<void> {
  const right = `${file}.break`;
  if (!(await take(node, right))) {
    if (!(await isHeld(node, right))) await node.fs.rm(right, { force: true });
    return;
  }
  if (!(await isHeld(node, file))) await node.fs.rm(file, { force: true });
  await node.fs.rm(right, { force: true });
}

async function isHeld({ fs, process }: NodeParts, file: string): Promise<boolean> {
  const found = await Promise.all([fs.readFile(file, 'utf8'), fs.stat(file)]).catch(() => undefined);
  if (!found) return false;
  const [text, { mtimeMs }] = found;
  // Its owner has made it, and will sign it in a moment.
  if (text === '') return Date.now() - mtimeMs < signedWithinMs;
  try {
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
