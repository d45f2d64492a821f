import { providerNames, type ModelSettings } from './model-settings.js';

/** What to tell the user when a model could not be asked, and what to do about it. Never says a key. */
export function describeFailure(error: unknown, { provider, endpoints }: ModelSettings): string {
  const name = providerNames[provider];
  const status = (error as { status?: unknown }).status;
  const message = error instanceof Error ? error.message : String(error);
  if (provider === 'practice') return message;
  if (status === 401 || status === 403) return `${name} did not accept the key (${status}). Check it in the settings.`;
  if (status === 404) return `${name} knows no model “${endpoints[provider].model}” at this address (404). Check both in the settings.`;
  if (status === 429) return `${name} wants a pause: too many requests, or the limit of the account is reached (429).`;
  if (typeof status === 'number') return `${name} answered ${status}: ${withoutKeys(message)}`;
  // A browser does not say why a request failed: no server, or one that does not allow this page.
  if (/connection error|failed to fetch|network/i.test(message)) {
    const hint = provider === 'compatible' ? ' Is the server running, and does it allow this page (CORS; Ollama: OLLAMA_ORIGINS)?' : ' Is there a network?';
    return `${name} could not be reached.${hint}`;
  }
  return withoutKeys(message);
}

/** Some servers repeat a key in their answers. */
function withoutKeys(message: string): string {
  return message.replace(/\b(sk|key)-[\w-]{8,}/gi, '$1-…');
}
