// Fresh projects: each a copy of its folder in projects, with the packed package in its node_modules and nothing else of ours.
import { execFile, spawn } from 'node:child_process';
import { cp, link, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const web = path.join(here, '..', '..');
const work = path.join(here, '.work');
const unpacked = path.join(work, 'package');
const run = promisify(execFile);

/** Packs the package as npm would publish it, and unpacks it. */
export async function packPackage(): Promise<void> {
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: web });
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  await run('tar', ['-xzf', path.join(work, packed.filename), '-C', work]);
}

export interface Project {
  folder: string;
  /** Runs a script of a package in the project, or of the project; rejects with its output when it fails. */
  node(script: string, ...args: string[]): Promise<void>;
  /** Runs a development server; resolves when it answers. */
  serve(script: string, ...args: string[]): Promise<{ url: string; close(): Promise<void> }>;
}

/** A fresh project. `packages` says which installed package is there by another name. */
export async function newProject(name: string, { as = name, packages = {} }: { as?: string; packages?: Record<string, string> } = {}): Promise<Project> {
  const folder = path.join(work, as);
  await cp(path.join(here, 'projects', name), folder, { recursive: true });
  await cp(path.join(here, 'projects', 'calls.js'), path.join(folder, name === 'next' ? 'app' : '', 'calls.js'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, private: true }));
  await linkFolder(unpacked, path.join(folder, 'node_modules', 'clienttools'));
  for (const [name, installed] of Object.entries(packages)) await symlink(path.join(here, 'node_modules', installed), path.join(folder, 'node_modules', name));

  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', PARCEL_WORKERS: '1', CI: '1' };
  const at = (script: string) => (script.startsWith('.') ? path.join(folder, script) : path.join(here, 'node_modules', script));
  return {
    folder,
    async node(script, ...args) {
      try {
        await run(process.execPath, [at(script), ...args], { cwd: folder, env });
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${script} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
      }
    },
    async serve(script, ...args) {
      const port = await freePort();
      const server = spawn(process.execPath, [at(script), ...args, '--port', String(port)], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
      const url = `http://localhost:${port}/`;
      for (let attempt = 0; ; attempt++) {
        if (await answers(url)) break;
        if (server.exitCode !== null || attempt === 300) {
          server.kill();
          throw new Error(`${script} does not answer:\n${output}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return {
        url,
        async close() {
          server.kill();
          await ended;
        },
      };
    },
  };
}

// The modules are large; they are the same file in each project.
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    await (entry.isDirectory() ? linkFolder(source, target) : link(source, target));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
