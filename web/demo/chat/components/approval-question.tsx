import type { Question } from '../../src/approvals.js';

/** Asks in place whether a call may run. */
export function ApprovalQuestion({ question: { request, answer }, name }: { question: Question; name: string }) {
  return (
    <div class="question" role="group" aria-label={`May ${name} do this?`}>
      <p role="alert">
        <strong>May {name} do this?</strong> {request.reason}.
      </p>
      <div class="form-bar">
        <button type="button" class="primary" onClick={() => answer({ allow: true })}>
          Allow
        </button>
        <button type="button" onClick={() => answer({ allow: true, remember: true })}>
          Allow in this chat
        </button>
        <button type="button" class="push" onClick={() => answer({ allow: false })}>
          Deny
        </button>
      </div>
    </div>
  );
}
