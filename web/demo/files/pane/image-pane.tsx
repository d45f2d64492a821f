import type { FileInfo, ProjectFiles } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../model/explain.js';
import { baseName, shownName } from '../model/paths.js';
import { useContent } from './use-content.js';

/** A picture, from a blob address: nothing is fetched. */
export function ImagePane({ files, file }: { files: ProjectFiles; file: FileInfo }) {
  const content = useContent(files, file);
  const [url, setUrl] = useState<string>();
  const [about, setAbout] = useState('');
  useEffect(() => {
    if (!(content instanceof Uint8Array)) return;
    const url = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>], { type: file.mimeType ?? '' }));
    setUrl(url);
    setAbout('');
    return () => URL.revokeObjectURL(url);
  }, [content, file.mimeType]);
  if (content instanceof Error) return <p class="problem pane-message">{explain(content).what}</p>;
  return (
    <figure class="image-pane">
      {url && (
        <img
          src={url}
          alt={`Picture ${shownName(baseName(file.path))}`}
          onLoad={(event) => setAbout(`${event.currentTarget.naturalWidth} × ${event.currentTarget.naturalHeight} pixels`)}
          onError={() => setAbout('This is no picture that the browser can show. Its bytes are under Bytes.')}
        />
      )}
      <figcaption class="hint">{about}</figcaption>
    </figure>
  );
}
