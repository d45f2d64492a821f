/** A timer that can stand still. It begins at once. */
export class Countdown {
  readonly #onEnd: () => void;
  #leftMs: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onEnd: () => void) {
    this.#leftMs = ms;
    this.#onEnd = onEnd;
    this.go();
  }

  /** Lets it run on. */
  go(): void {
    if (this.#timer !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(this.#leftMs, 0));
  }

  /** Lets it stand still, for ever if nobody lets it go on. */
  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#since;
  }

  /** Gives it more time, also when it has come to its end. */
  add(ms: number): void {
    const goesOn = this.#timer !== undefined;
    this.stop();
    this.#leftMs = Math.max(this.#leftMs, 0) + ms;
    if (goesOn) this.go();
  }
}
