import type { ClientTools } from 'clienttools';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { formatBytes } from '../src/format.js';
import { explain } from './model/explain.js';
import type { Project } from './use-listing.js';

interface Usage {
  files: number;
  bytes: number;
  limit: number;
  historyBytes: number;
}

/** How much the project holds, what the browser says of the site, and whether it may evict it. */
export function UsageBar({ tools, project }: { tools: ClientTools; project: Project }) {
  const { actions, listed } = project;
  const [usage, setUsage] = useState<Usage>();
  const [site, setSite] = useState<StorageEstimate>();
  const [told, setTold] = useState('');
  const read = useCallback(async () => {
    setUsage(await actions.files.usage());
    // Not there on pages without a secure origin.
    setSite(await navigator.storage?.estimate?.().catch(() => undefined));
  }, [actions]);
  useEffect(() => void read().catch((error: unknown) => setTold(explain(error).what)), [read, listed.files]);

  const tidy = async () => {
    const { before, after } = await actions.files.compact();
    await read();
    setTold(`The history takes ${formatBytes(after)}; it took ${formatBytes(before)}.`);
  };
  if (!usage) return <footer class="usage" />;
  return (
    <footer class="usage" aria-label="Space">
      <label class="usage-meter">
        <span class="hint">
          {usage.files} {usage.files === 1 ? 'file' : 'files'}, {formatBytes(usage.bytes)} of {formatBytes(usage.limit)}
          {usage.historyBytes > 0 && `, ${formatBytes(usage.historyBytes)} of history and trash`}
        </span>
        <meter min={0} max={usage.limit} high={usage.limit * 0.9} optimum={0} value={usage.bytes} />
      </label>
      {site?.usage !== undefined && (
        <span class="hint" title="As the browser reports it, for all projects and this app itself">
          {formatBytes(site.usage)} used by this site
        </span>
      )}
      <Persistence tools={tools} onTold={setTold} />
      {usage.historyBytes > 0 && (
        <button
          type="button"
          class="small"
          title="Writes the stored history anew, in less space"
          onClick={() => void tidy().catch((error: unknown) => setTold(explain(error).what))}
        >
          Tidy up
        </button>
      )}
      <span class="hint" role="status">
        {told}
      </span>
    </footer>
  );
}

function Persistence({ tools, onTold }: { tools: ClientTools; onTold(text: string): void }) {
  const [persisted, setPersisted] = useState(tools.storage.persisted);
  if (!tools.storage.durable) return <span class="badge warn">Kept until this page closes</span>;
  if (persisted) return <span class="badge">Kept for good</span>;
  const persist = () =>
    tools.persist().then(
      (granted) => {
        setPersisted(granted);
        onTold(
          granted ? 'The browser will not evict these files.' : 'The browser did not promise it. Browsers often do once a site is used more, or installed.',
        );
      },
      (error: unknown) => onTold(explain(error).what),
    );
  return (
    <>
      <span class="badge" title="The browser may evict the data of sites when the disk is full">
        Kept in this browser
      </span>
      <button type="button" class="small" onClick={() => void persist()}>
        Keep for good
      </button>
    </>
  );
}
