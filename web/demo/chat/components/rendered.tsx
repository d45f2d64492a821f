import { Markdown } from '../../markdown/markdown.js';
import { LongText } from './long-text.js';

/** What a tool's own renderer made, or plain text: with a code fence it is Markdown, else text. */
export function Rendered({ text, label, failed = false }: { text: string; label: string; failed?: boolean }) {
  return /^ {0,3}```/m.test(text) ? (
    <div role="group" aria-label={label}>
      <Markdown text={text} />
    </div>
  ) : (
    <LongText text={text} label={label} failed={failed} />
  );
}
