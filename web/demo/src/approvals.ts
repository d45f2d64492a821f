import type { ApprovalDecision, ApprovalRequest } from 'clienttools';

/** A question to the user, with the way to answer it. */
export interface Question {
  request: ApprovalRequest;
  answer(decision: ApprovalDecision): void;
}

/** The questions that wait for the user. The tools ask; a dialog shows the first. */
export class Approvals {
  #waiting: Question[] = [];
  #listener: (waiting: Question[]) => void = () => {};

  /** What loadClientTools takes as `approve`. */
  readonly ask = (request: ApprovalRequest): Promise<ApprovalDecision> =>
    new Promise((resolve) => {
      const question: Question = {
        request,
        answer: (decision) => {
          this.#show(this.#waiting.filter((other) => other !== question));
          resolve(decision);
        },
      };
      this.#show([...this.#waiting, question]);
    });

  /** Sets who shows the questions; the result takes it back. */
  listen(listener: (waiting: Question[]) => void): () => void {
    this.#listener = listener;
    listener(this.#waiting);
    return () => void (this.#listener = () => {});
  }

  #show(waiting: Question[]): void {
    this.#waiting = waiting;
    this.#listener(waiting);
  }
}
