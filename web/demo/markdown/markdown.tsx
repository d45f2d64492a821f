import { useLayoutEffect, useRef } from 'preact/hooks';
import { safeMarkdown } from './sanitize.js';

/** Text of a model as formatted, harmless document. */
export function Markdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(safeMarkdown(text)), [text]);
  return <div class="markdown" ref={place} />;
}
