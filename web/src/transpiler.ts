import { CodedError } from './errors.js';
import { startGo, type GoInstance } from './go.js';
import { compileModule } from './module.js';

/** Characters of code, before and after, that are kept rewritten. */
const keptChars = 4 << 20;

/** What the module says of code that is wrong. */
type SyntaxFault = { message: string };

/** What a {@link Transpiler} is told by its worker. */
export interface TranspilerOptions {
  url: string;
  /** The release it has to be of. */
  version: () => string;
  /** Is told when it begins to load, and when it has ended that. */
  onLoading(loading: boolean): void;
  /** Gets the compiled module, for other workers. */
  onModule(module: WebAssembly.Module): void;
}

/**
 * Rewrites what the sandbox's engine does not understand, with the third module.
 * It loads with the first question; what was answered once is kept.
 */
export class Transpiler {
  readonly #options: TranspilerOptions;
  readonly #known = new Map<string, string>();
  #chars = 0;
  #module: WebAssembly.Module | undefined;
  #instance: Promise<GoInstance> | undefined;
  #failure: unknown;

  constructor(options: TranspilerOptions) {
    this.#options = options;
  }

  /** Uses a module that another worker compiled. */
  use(module: WebAssembly.Module): void {
    this.#module ??= module;
  }

  /** A script begins: what could not be loaded for the last one is tried again. */
  begin(): void {
    this.#failure = undefined;
  }

  /** Source and Lowered of pkg/tools/javascript/script as JSON, see wasm/README.md. */
  async lower(source: string): Promise<string> {
    const known = this.#known.get(source);
    if (known !== undefined) {
      this.#keep(source, known);
      return known;
    }
    const instance = await this.#started();
    let json: string;
    try {
      ({ json } = await instance.call('lower', source));
    } catch (error) {
      // The host's stack is smaller than Go believes; such code is the code's fault.
      if (!(error instanceof CodedError && error.code === 'limit_stack')) throw error;
      json = JSON.stringify({ error: { message: 'the code nests too deep' } satisfies SyntaxFault });
    }
    this.#keep(source, json);
    return json;
  }

  // The newest are last in a Map; the oldest go first.
  #keep(source: string, json: string): void {
    if (this.#known.delete(source)) this.#chars -= source.length + json.length;
    this.#known.set(source, json);
    this.#chars += source.length + json.length;
    for (const [oldest, text] of this.#known) {
      if (this.#chars <= keptChars) break;
      this.#known.delete(oldest);
      this.#chars -= oldest.length + text.length;
    }
  }

  async #started(): Promise<GoInstance> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#instance) return this.#instance;
    this.#options.onLoading(true);
    try {
      return await (this.#instance = this.#start());
    } catch (error) {
      this.#instance = undefined;
      this.#failure = error;
      throw error;
    } finally {
      this.#options.onLoading(false);
    }
  }

  async #start(): Promise<GoInstance> {
    const { url, version, onModule } = this.#options;
    const compiled = this.#module ?? (await compileModule(url));
    // One that ended, on code that is nested too deep, is replaced at the next question.
    const instance = await startGo(compiled, { emit() {} }, () => (this.#instance = undefined));
    if (instance.info.module !== 'transpile' || instance.info.version !== version()) {
      const { module, version: found } = instance.info;
      throw new CodedError('load_failed', `${url} is ${module} ${found}, where transpile ${version()} is needed; serve the files of one release`);
    }
    if (!this.#module) onModule((this.#module = compiled));
    return instance;
  }
}
