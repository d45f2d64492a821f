/** The toolchain's wasm_exec.js as a module, made by scripts/build.mjs. */
declare module 'virtual:wasm-exec' {
  /** An instance of the class that wasm_exec.js defines. */
  export interface GoProgram {
    argv: string[];
    env: Record<string, string>;
    exit: (code: number) => void;
    readonly importObject: WebAssembly.Imports;
    run(instance: WebAssembly.Instance): Promise<void>;
    /** Gives the program its turn: after a timer, or for a call from JavaScript. */
    _resume(): void;
  }
  export type GoConstructor = new () => GoProgram;
  /** Evaluates wasm_exec.js with its own global object and console. */
  export function defineGo(global: object, console: { log(line: string): void; warn(...values: unknown[]): void }): GoConstructor;
}

/** The text of a worker's script, made by scripts/build.mjs. */
declare module 'virtual:core-worker' {
  const script: string;
  export default script;
}

/** The text of a worker's script, made by scripts/build.mjs. */
declare module 'virtual:sandbox-worker' {
  const script: string;
  export default script;
}
