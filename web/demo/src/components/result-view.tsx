import type { ToolResult } from 'clienttools';
import { errorText, formatDuration } from '../format.js';

/** How the last run stands. */
export type Outcome =
  { state: 'running'; startedAt: number } | { state: 'done'; ms: number; result: ToolResult } | { state: 'done'; ms: number; error: unknown };

/** What the model reads of a call, and the data beside it. */
export function ResultView({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <section class="result" aria-live="polite" aria-busy={outcome?.state === 'running'}>
      {outcome?.state === 'running' && <p class="hint">Running…</p>}
      {outcome?.state === 'done' && <Done outcome={outcome} />}
    </section>
  );
}

function Done({ outcome }: { outcome: Extract<Outcome, { state: 'done' }> }) {
  if ('error' in outcome) {
    return (
      <>
        <ResultHead title="The call could not be made" ms={outcome.ms} failed />
        <pre class="output failed">{errorText(outcome.error)}</pre>
      </>
    );
  }
  const { result, ms } = outcome;
  return (
    <>
      <ResultHead title={result.isError ? 'Error, as the model reads it' : 'Result, as the model reads it'} ms={ms} failed={result.isError === true} />
      <pre class={result.isError ? 'output failed' : 'output'} tabIndex={0}>
        {result.content}
      </pre>
      {result.fullResultPath && <p class="hint">Shortened; the whole result is in {result.fullResultPath}</p>}
      {result.data && Object.keys(result.data).length > 0 && (
        <details>
          <summary>Data for the application</summary>
          <pre class="output" tabIndex={0}>
            {JSON.stringify(result.data, null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}

function ResultHead({ title, ms, failed }: { title: string; ms: number; failed: boolean }) {
  return (
    <h2 class={failed ? 'failed' : ''}>
      {title} <span class="hint">{formatDuration(ms)}</span>
    </h2>
  );
}
