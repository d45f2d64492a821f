import { useEffect, useRef } from 'preact/hooks';
import { languageOf } from '../model/kinds.js';
import { useEditorModule } from './use-editor.js';

/** Below this width in CSS pixels both texts are in one column. */
const twoColumns = 760;

/** What differs between two texts. */
export function DiffView({ path, before, after, titles }: { path: string; before: string; after: string; titles: [string, string] }) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useEditorModule();
  useEffect(() => {
    if (!editor || editor instanceof Error) return;
    const parent = box.current!;
    return editor.openDiff({ parent, before, after, language: languageOf(path), unified: parent.clientWidth < twoColumns });
  }, [editor, path, before, after]);
  return (
    <section class="diff" aria-label={`Differences between ${titles[0]} and ${titles[1]}`}>
      <p class="diff-titles hint">
        <span class="diff-before">{titles[0]}</span>
        <span class="diff-after">{titles[1]}</span>
      </p>
      {before === after ? <p class="hint">No differences.</p> : <div class="diff-box" ref={box} />}
      {editor instanceof Error && <p class="problem">The editor did not load: {editor.message}</p>}
    </section>
  );
}
