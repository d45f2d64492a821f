import type { FileInfo, ProjectFiles } from 'clienttools';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { explain } from '../model/explain.js';
import { bytesPerRow, hexRows } from '../model/hex.js';
import { rowWindow } from '../model/window.js';
import { useContent } from './use-content.js';

/** Height of a line in CSS pixels; files.css has the same. */
const lineHeight = 22;

/** The bytes of a file. Only the lines in view are drawn. */
export function HexPane({ files, file }: { files: ProjectFiles; file: FileInfo }) {
  const content = useContent(files, file);
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const read = content instanceof Uint8Array;
  useLayoutEffect(() => {
    if (box.current) setView({ top: 0, height: box.current.clientHeight });
  }, [read]);
  if (content instanceof Error) return <p class="problem pane-message">{explain(content).what}</p>;
  if (!content) return <p class="hint pane-message">Reading…</p>;
  const rows = Math.ceil(content.length / bytesPerRow);
  const { first, end } = rowWindow(view.top, view.height, lineHeight, rows);
  return (
    <div
      ref={box}
      class="hex-pane"
      role="region"
      aria-label="Bytes"
      tabIndex={0}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <div class="hex-space" style={{ height: `${rows * lineHeight}px` }}>
        <pre class="hex-lines" style={{ transform: `translateY(${first * lineHeight}px)` }}>
          {hexRows(content, first, end - first)
            .map(({ offset, hex, text }) => `${offset}  ${hex.padEnd(bytesPerRow * 3 - 1)}  ${text}`)
            .join('\n')}
        </pre>
      </div>
      {content.length === 0 && <p class="hint">The file is empty.</p>}
    </div>
  );
}
