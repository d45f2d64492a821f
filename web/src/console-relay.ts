/** Lines that are passed on one by one, so that none is lost if the script is then ended. */
const singleLines = 100;
/** From then on, so many at a time, or what has come within so many milliseconds. */
const batchLines = 50;
const batchMs = 100;

/**
 * Passes on what a running script prints, as JSON texts of lines. A script that
 * never yields lets no timer fire, so it looks at the clock as lines come.
 */
export class ConsoleRelay {
  readonly #send: (lines: string[]) => void;
  #lines: string[] = [];
  #heard = 0;
  #sent = 0;

  constructor(send: (lines: string[]) => void) {
    this.#send = send;
  }

  /** A script begins: what is left of the last one has come with its outcome. */
  begin(): void {
    this.#lines = [];
    this.#heard = 0;
  }

  line(json: string): void {
    this.#lines.push(json);
    this.#heard++;
    const now = performance.now();
    if (this.#heard > singleLines && this.#lines.length < batchLines && now - this.#sent < batchMs) return;
    this.#sent = now;
    this.#send(this.#lines);
    this.#lines = [];
  }
}
