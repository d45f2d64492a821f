import type { Activity, ToolResult, ToolResultPart } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';
import { errorText, formatBytes, formatDuration } from '../src/format.js';

/** How the last run stands. */
export type Outcome =
  { state: 'running'; startedAt: number } | { state: 'done'; ms: number; result: ToolResult } | { state: 'done'; ms: number; error: unknown };

/** What the model reads of a call, and the data beside it. */
export function ResultView({ outcome, activity }: { outcome: Outcome | undefined; activity: Activity | undefined }) {
  return (
    <section class="result" aria-label="Result" aria-busy={outcome?.state === 'running'}>
      <div role="status">
        {outcome?.state === 'running' && <Running activity={activity} />}
        {outcome?.state === 'done' && <ResultHead outcome={outcome} />}
      </div>
      {outcome?.state === 'done' && <Done outcome={outcome} />}
    </section>
  );
}

function Running({ activity }: { activity: Activity | undefined }) {
  return (
    <p class="hint running">
      {activity?.displayMessage ?? 'Running…'}
      {activity?.fraction !== undefined && <progress max={1} value={activity.fraction} aria-label="Progress" />}
    </p>
  );
}

type Ended = Extract<Outcome, { state: 'done' }>;

function ResultHead({ outcome }: { outcome: Ended }) {
  const failed = 'error' in outcome || outcome.result.isError === true;
  const title = 'error' in outcome ? 'The call could not be made' : failed ? 'Error, as the model reads it' : 'Result, as the model reads it';
  return (
    <h2 class={failed ? 'failed' : ''}>
      {title} <span class="hint">{formatDuration(outcome.ms)}</span>
    </h2>
  );
}

function Done({ outcome }: { outcome: Ended }) {
  if ('error' in outcome) return <pre class="output failed">{errorText(outcome.error)}</pre>;
  const { result } = outcome;
  return (
    <>
      <pre class={result.isError ? 'output failed' : 'output'} tabIndex={0} aria-label="What the model reads">
        {result.content}
      </pre>
      {result.fullResultPath && <p class="hint">Shortened; the whole result is in {result.fullResultPath}</p>}
      {result.parts?.map((part, i) => (
        <PartView key={i} part={part} />
      ))}
      {result.data && Object.keys(result.data).length > 0 && (
        <details>
          <summary>Data for the application</summary>
          <pre class="output" tabIndex={0} aria-label="Data for the application">
            {JSON.stringify(result.data, null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}

/** Pictures that browsers show and that can hold no markup. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** An image or file beside the text. */
function PartView({ part }: { part: ToolResultPart }) {
  const [url, setUrl] = useState<string>();
  const picture = pictures.includes(part.mimeType);
  useEffect(() => {
    if (!picture) return;
    const url = URL.createObjectURL(new Blob([part.data as Uint8Array<ArrayBuffer>], { type: part.mimeType }));
    setUrl(url);
    return () => URL.revokeObjectURL(url);
  }, [part, picture]);
  const about = [part.path, part.mimeType, formatBytes(part.data.length)].filter(Boolean).join(', ');
  return (
    <figure class="result-part">
      {url && <img src={url} alt={`Picture of the result: ${about}`} />}
      <figcaption class="hint">{about}</figcaption>
    </figure>
  );
}
