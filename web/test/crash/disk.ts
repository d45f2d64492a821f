// A disk that can lose its power: an ext4 file system in a file. What was not synced is in
// the memory of the machine only, so a copy of the file is what a power cut leaves.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' }).toString();

/** Says why there can be no such disk here; empty where there can. */
export function noDisk(): string {
  if (process.platform !== 'linux') return 'loop mounts need Linux';
  if (process.getuid?.() !== 0) return 'loop mounts need root';
  try {
    run('mkfs.ext4', '-V');
    run('losetup', '-f');
    return '';
  } catch (error) {
    return `loop mounts do not work here: ${(error as Error).message.split('\n')[0]}`;
  }
}

export class Disk {
  /** Where it is mounted. */
  readonly root: string;
  #image: string;
  #cuts = 0;

  constructor(private readonly folder: string) {
    this.root = path.join(folder, 'disk');
    this.#image = path.join(folder, 'image-0');
    mkdirSync(this.root);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, 1 << 30);
    run('mkfs.ext4', '-q', '-F', this.#image);
    this.#mount();
  }

  /** Goes on with what had reached the disk. All processes with files on it must be dead. */
  cutPower(): void {
    const next = path.join(this.folder, `image-${++this.#cuts}`);
    run('cp', '--sparse=always', this.#image, next);
    this.eject();
    rmSync(this.#image);
    this.#image = next;
    this.#mount();
  }

  #mount(): void {
    // commit: the file system's own syncing every few seconds must not help.
    run('mount', '-o', 'loop,commit=600', this.#image, this.root);
  }

  eject(): void {
    if (!existsSync(this.root)) return;
    // A killed process may take a moment to let go of its files; what it still has open is the old disk's.
    run('umount', '--lazy', this.root);
  }
}
