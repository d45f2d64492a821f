import type { ApiType, ClientTools, ToolOptions, ToolResult } from 'clienttools';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { errorText } from '../../src/format.js';
import { apis, callFor, type Call } from './apis.js';
import { Replay, type WireResults } from './replay.js';

interface Props {
  tools: ClientTools;
  projectId: string;
  /** The tool. */
  name: string;
  toolOptions: Record<string, ToolOptions>;
  /** The last call, with its result once it has one. */
  call: Call | undefined;
  result: ToolResult | undefined;
}

type Part = 'definition' | 'call' | 'result';
const parts: { part: Part; name: string; about: string }[] = [
  { part: 'definition', name: 'Definition', about: 'What goes into the request for the model to know the tool.' },
  { part: 'call', name: 'Call', about: 'What the API sends when the model calls it like this.' },
  { part: 'result', name: 'Result', about: 'What goes back for the last call.' },
];

/** What goes over the wire for one tool, in the shape of every API, side by side. */
export function WireView({ tools, projectId, name, toolOptions, call, result }: Props) {
  const [part, setPart] = useState<Part>('definition');
  const definitions = useDefinitions(tools, projectId, name, toolOptions);
  const results = useResults(part === 'result', call, result);
  const shown: Partial<Record<ApiType, unknown>> | string | undefined =
    part === 'definition'
      ? definitions
      : part === 'call'
        ? call
          ? Object.fromEntries(apis.map(({ type }) => [type, callFor(type, call)]))
          : 'Run the tool to see the call.'
        : call && result
          ? results
          : 'Run the tool to see its result.';
  return (
    <section class="panel wire" aria-labelledby="wire-title">
      <div class="panel-head">
        <h2 id="wire-title">On the wire</h2>
        <div class="wire-parts" role="group" aria-label="Show">
          {parts.map((one) => (
            <button type="button" class="small" key={one.part} aria-pressed={one.part === part} onClick={() => setPart(one.part)}>
              {one.name}
            </button>
          ))}
        </div>
      </div>
      <p class="hint">{parts.find((one) => one.part === part)?.about}</p>
      {shown === undefined && <p class="hint">Reading…</p>}
      {typeof shown === 'string' && <p class="hint">{shown}</p>}
      {typeof shown === 'object' && (
        <div class="wire-apis">
          {apis.map((api) => (
            <WireCard key={api.type} api={api} value={shown[api.type]} />
          ))}
        </div>
      )}
    </section>
  );
}

function WireCard({ api, value }: { api: (typeof apis)[number]; value: unknown }) {
  const compact = useMemo(() => JSON.stringify(value) ?? '', [value]);
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(compact).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  useEffect(() => setCopied(false), [compact]);
  return (
    <article class="wire-card" aria-label={api.name}>
      <div class="panel-head">
        <h3>{api.name}</h3>
        <span class="hint">{compact.length.toLocaleString()} characters</span>
        <button type="button" class="small" onClick={() => void copy()} aria-label={`Copy for ${api.name}`}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <pre class="output" tabIndex={0} aria-label={`JSON for ${api.name}`}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </article>
  );
}

function useDefinitions(tools: ClientTools, projectId: string, name: string, toolOptions: Record<string, ToolOptions>) {
  const [definitions, setDefinitions] = useState<Partial<Record<ApiType, unknown>> | string>();
  useEffect(() => {
    let current = true;
    const read = async () => {
      const project = { id: projectId, enabledTools: [name], toolOptions };
      const all = await Promise.all(apis.map(async ({ type }) => [type, (await tools.session({ apiType: type, project }).definitions())[0]] as const));
      return Object.fromEntries(all);
    };
    read().then(
      (all) => current && setDefinitions(all),
      (error: unknown) => current && setDefinitions(errorText(error)),
    );
    return () => void (current = false);
  }, [tools, projectId, name, toolOptions]);
  return definitions;
}

/** The results in every shape. The second client that makes them is loaded when they are first looked at. */
function useResults(wanted: boolean, call: Call | undefined, result: ToolResult | undefined): WireResults | string | undefined {
  const replay = useMemo(() => new Replay(), []);
  useEffect(() => () => void replay.close(), [replay]);
  const [results, setResults] = useState<WireResults | string>();
  useEffect(() => {
    if (!wanted || !call || !result) return;
    let current = true;
    setResults(undefined);
    replay.results(call, result).then(
      (all) => current && setResults(all),
      (error: unknown) => current && setResults(errorText(error)),
    );
    return () => void (current = false);
  }, [replay, wanted, call, result]);
  return results;
}
