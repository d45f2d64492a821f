import { ClientToolsError } from './errors.js';
import { viteHint } from './vite-hint.js';

/** Takes down what the page's Content-Security-Policy forbids from now on. */
export interface PolicyWatch {
  /** The directive that forbade a worker, or undefined. */
  forbade(): string | undefined;
  stop(): void;
}

/** Watches for workers that the policy forbids: nothing else says that it did. */
export function watchPolicy(): PolicyWatch {
  let directive: string | undefined;
  const note = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (/^(worker|child|script)-src/.test(effectiveDirective)) directive ??= effectiveDirective;
  };
  const page = typeof document === 'object' && typeof document.addEventListener === 'function' ? document : undefined;
  page?.addEventListener('securitypolicyviolation', note);
  return { forbade: () => directive, stop: () => page?.removeEventListener('securitypolicyviolation', note) };
}

/**
 * Why the worker at the URL did not start, and what to do. A browser does not
 * say it, so the script is fetched to look.
 */
export async function explainNotStarted(url: string, message: string | undefined, policy?: PolicyWatch): Promise<ClientToolsError> {
  const hint = viteHint(url);
  if (hint) return notStarted(url, hint);
  const look = await fetchAgain(url);
  const directive = policy?.forbade();
  if (directive) {
    const source = url.startsWith('blob:') ? 'blob:' : new URL(url).origin === globalThis.location?.origin ? "'self'" : `blob: ${new URL(url).origin}`;
    return notStarted(url, `the Content-Security-Policy of the page forbids it (${directive}); add to it: worker-src ${source}`, { csp: true, directive });
  }
  if (look) return notStarted(url, look.reason, look.details);
  if (message) return notStarted(url, message);
  return notStarted(url, 'the browser does not say why; look for a Content-Security-Policy (worker-src, or script-src for what the worker imports)');
}

/** The error of a worker that did not start. */
export function notStarted(url: string, reason: string, details: Record<string, unknown> = {}): ClientToolsError {
  // The text of an inlined one says nothing.
  const name = /^(blob|data):/.test(url) ? 'the inlined worker' : `the worker ${url}`;
  return new ClientToolsError('load_failed', `${name} did not start: ${reason}`, { details: { url, ...details } });
}

async function fetchAgain(url: string): Promise<{ reason: string; details?: Record<string, unknown> } | undefined> {
  if (!/^https?:/.test(url) || typeof fetch !== 'function') return undefined;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch {
    return { reason: 'its script cannot be fetched (offline, another origin without CORS, or the Content-Security-Policy)' };
  }
  void response.body?.cancel();
  if (!response.ok) {
    const { status } = response;
    return {
      reason: `the server answered HTTP ${status}; copy the file to where the page can fetch it, or pass its address as workerURL or sandboxWorkerURL`,
      details: { status },
    };
  }
  const mime = response.headers.get('content-type') ?? '';
  if (/javascript|ecmascript/i.test(mime)) return undefined;
  const what = /html/i.test(mime)
    ? `answered with an HTML page, usually its page for unknown addresses; check the address`
    : 'must serve it as text/javascript';
  return { reason: `the server ${what} (${mime === '' ? 'no MIME type' : `the MIME type is ${mime}`})`, details: { mime } };
}
