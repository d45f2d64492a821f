// Counts what the trials of one way to crash show.
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { pause, type Site } from './harness.js';

export class Mode {
  trials = 0;
  acked = 0;
  readonly lost: string[] = [];
  readonly torn: string[] = [];

  constructor(
    readonly name: string,
    private readonly site: Site,
  ) {}

  project(trial: number): string {
    return `${this.name.replaceAll(' ', '-')}-${trial}`;
  }

  /** Every fifth trial has scripts too: starting the sandbox takes its time. */
  options(trial: number): { scripts: boolean } {
    return { scripts: trial % 5 === 4 };
  }

  /** Begins to write and resolves at a random moment within, after some was acknowledged. */
  async writeFor(page: Page, trial: number, ms: number): Promise<void> {
    const project = this.project(trial);
    // Ends with the page, never by itself.
    page.evaluate(([project, options]) => work.write(project, options), [project, this.options(trial)] as const).catch(() => {});
    await this.#acknowledged(project, this.options(trial).scripts ? 'script/1' : 'import/1');
    await pause(Math.random() * ms);
  }

  async #acknowledged(project: string, what: string): Promise<void> {
    const deadline = Date.now() + 90_000;
    while (!this.site.acked.get(project)?.has(what)) {
      if (this.site.failed.length) throw new Error(this.site.failed.join('\n'));
      if (Date.now() > deadline) throw new Error(`${project}: ${what} was never acknowledged`);
      await pause(10);
    }
  }

  /** Compares what a trial left with what it acknowledged. */
  async check(page: Page, trial: number): Promise<void> {
    const project = this.project(trial);
    const acked = [...(this.site.acked.get(project) ?? [])];
    const found = await page.evaluate((project) => work.verify(project), project);
    const present = new Set(found.present);
    for (const what of acked) {
      const [kind, n] = what.split('/');
      if (kind === 'counter' ? found.counter < Number(n) : !present.has(what)) this.lost.push(`${project}/${what}`);
    }
    this.torn.push(...found.torn.map((path) => `${project} ${path}`));
    expect(found.next).toBe('the next call works');
    this.trials++;
    this.acked += acked.length;
  }

  /** Fails when anything was lost. */
  verdict(): void {
    expect({ lost: this.lost, torn: this.torn, failed: this.site.failed }).toEqual({ lost: [], torn: [], failed: [] });
    expect(this.acked).toBeGreaterThan(this.trials);
  }

  row(): string {
    return `| ${this.name} | ${this.trials} | ${this.acked} | ${this.lost.length} | ${this.torn.length} |`;
  }
}
