import type { ApprovalDecision, ApprovalRequest } from 'clienttools';
import { Store } from './shell/store.js';

/** A question to the user, with the way to answer it. */
export interface Question {
  request: ApprovalRequest;
  answer(decision: ApprovalDecision): void;
}

/** The questions that wait for the user. The tools ask; the chat shows its own in place, a dialog the others. */
export class Approvals {
  readonly waiting = new Store<Question[]>([]);

  /** What loadClientTools takes as `approve`. */
  readonly ask = (request: ApprovalRequest): Promise<ApprovalDecision> =>
    new Promise((resolve) => {
      const question: Question = {
        request,
        answer: (decision) => {
          this.waiting.update((waiting) => waiting.filter((other) => other !== question));
          resolve(decision);
        },
      };
      this.waiting.update((waiting) => [...waiting, question]);
    });

  /** Answers no to all questions of a chat, whose calls have ended. */
  dismiss(chatId: string): void {
    for (const { request, answer } of this.waiting.value)
      if (request.context.chatId === chatId) answer({ allow: false, reason: 'the user stopped the answer' });
  }
}
