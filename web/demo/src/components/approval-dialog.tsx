import { useEffect, useRef } from 'preact/hooks';
import { isChatId } from '../../chat/conversation.js';
import type { Approvals, Question } from '../approvals.js';
import { useStore } from '../hooks/use-store.js';

/** Asks the user whether a call may run, for calls that no chat shows. */
export function ApprovalDialog({ approvals }: { approvals: Approvals }) {
  const waiting = useStore(approvals.waiting).filter(({ request }) => !isChatId(request.context.chatId));
  const question = waiting[0];
  return question ? <Asking key={waiting.length} question={question} /> : null;
}

function Asking({ question }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { request, answer } = question;
  useEffect(() => dialog.current?.showModal(), [question]);
  return (
    // Escape closes it, and closing it is no approval.
    <dialog ref={dialog} class="dialog" aria-labelledby="approval-title" onClose={() => answer({ allow: false, reason: 'the user closed the question' })}>
      <h2 id="approval-title">May {request.tool} do this?</h2>
      <p>{request.reason}</p>
      <pre class="output" tabIndex={0}>
        {JSON.stringify(request.input, null, 2)}
      </pre>
      <div class="form-bar">
        <button type="button" class="primary" onClick={() => answer({ allow: true })}>
          Allow
        </button>
        <button type="button" onClick={() => answer({ allow: true, remember: true })}>
          Allow from now on
        </button>
        <button type="button" class="push" onClick={() => answer({ allow: false })}>
          Deny
        </button>
      </div>
    </dialog>
  );
}
