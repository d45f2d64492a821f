import { useCallback, useRef, useState } from 'preact/hooks';

/** A short message about what was done or went wrong. */
export interface Toast {
  text: string;
  help?: string | undefined;
  /** Something went wrong. */
  bad?: boolean;
  /** What can be done about it. */
  action?: { text: string; run(): void };
  /** More to read, a line each. */
  details?: string[];
}

/** How long a message without anything to decide stays, in milliseconds. */
const shownFor = 8000;

/** The last message, and how to show another. */
export function useToast() {
  const [toast, setToast] = useState<Toast>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const show = useCallback((next: Toast | undefined) => {
    clearTimeout(timer.current);
    setToast(next);
    // Errors and lists stay until they were read.
    if (next && !next.bad && !next.details) timer.current = setTimeout(() => setToast(undefined), shownFor);
  }, []);
  return [toast, show] as const;
}

/** Shows a message. */
export function ToastView({ toast, onClose }: { toast: Toast | undefined; onClose(): void }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast && (
        <div class={toast.bad ? 'toast bad' : 'toast'}>
          <div>
            <p>
              {toast.text} {toast.help}
            </p>
            {toast.details && toast.details.length > 0 && (
              <details>
                <summary>{toast.details.length} not taken</summary>
                <ul>
                  {toast.details.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          {toast.action && (
            <button
              type="button"
              class="small"
              onClick={() => {
                onClose();
                toast.action?.run();
              }}
            >
              {toast.action.text}
            </button>
          )}
          <button type="button" class="small quiet" aria-label="Close this message" onClick={onClose}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
