import { useState } from 'preact/hooks';

const linesAtFirst = 14;
const charsAtFirst = 1500;

/** Text as it is; a long one in part, with the rest on request. */
export function LongText({ text, label, failed = false }: { text: string; label: string; failed?: boolean }) {
  const [whole, setWhole] = useState(false);
  const short = shortened(text);
  return (
    <>
      <pre class={failed ? 'output failed' : 'output'} tabIndex={0} role="group" aria-label={label}>
        {whole || short === undefined ? text : short}
      </pre>
      {short !== undefined && (
        <button type="button" class="quiet small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all (${text.split('\n').length.toLocaleString()} lines, ${text.length.toLocaleString()} characters)`}
        </button>
      )}
    </>
  );
}

function shortened(text: string): string | undefined {
  const lines = text.split('\n');
  if (lines.length <= linesAtFirst + 4 && text.length <= charsAtFirst * 1.2) return undefined;
  return `${lines.slice(0, linesAtFirst).join('\n').slice(0, charsAtFirst)}\n…`;
}
