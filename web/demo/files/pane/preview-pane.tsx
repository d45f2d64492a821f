import type { FileInfo } from 'clienttools';
import { useMemo } from 'preact/hooks';
import { explain } from '../model/explain.js';
import { previewDocument, previewSandbox } from '../model/preview.js';
import { decodeText } from '../model/text.js';
import type { Project } from '../use-listing.js';
import { useContent } from './use-content.js';

/** HTML or SVG as it looks, unsaved text included, in a frame that may do nothing. */
export function PreviewPane({ file, project: { actions, drafts } }: { file: FileInfo; project: Project }) {
  const content = useContent(actions.files, file);
  const saved = useMemo(() => (content instanceof Uint8Array ? (decodeText(content) ?? '') : undefined), [content]);
  const source = drafts.get(file.path)?.text ?? saved;
  const document = useMemo(() => (source === undefined ? undefined : previewDocument(source)), [source]);
  if (content instanceof Error) return <p class="problem pane-message">{explain(content).what}</p>;
  if (document === undefined) return <p class="hint pane-message">Reading…</p>;
  return (
    <div class="preview-pane">
      <p class="hint">Scripts, links and everything from the network are off.</p>
      <iframe title={`Preview of ${file.path}`} sandbox={previewSandbox} srcdoc={document} referrerpolicy="no-referrer" />
    </div>
  );
}
