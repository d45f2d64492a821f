import type { FileInfo } from 'clienttools';

/** A content of a file: its text, and the tag of the file when it had it. */
export interface Content {
  text: string;
  tag: string;
}

/** The tag of a content that is in no file. */
export const removed: Content = { text: '', tag: 'removed' };

/** Tells one content of a file from another, also where the file was removed and made anew. */
export function tagOf(file: FileInfo): string {
  return `${file.createdAt}#${file.version}`;
}

/**
 * A text in the editor. Whatever happens to the file, the text stays until the
 * user gives it up.
 */
export interface Draft {
  /** What the text was made from. */
  base: Content;
  text: string;
  /** What the file has become meanwhile, where that and the text are both new. */
  outside?: Content;
}

/** The draft of a file just opened. */
export function opened(content: Content): Draft {
  return { base: content, text: content.text };
}

/** Whether the draft has something that the file has not. */
export function isDirty(draft: Draft): boolean {
  return draft.base === removed || draft.text !== draft.base.text;
}

/** After the user typed. */
export function edited(draft: Draft, text: string): Draft {
  return draft.text === text ? draft : { ...draft, text };
}

/** After the file changed, whoever did it. */
export function changedOutside(draft: Draft, now: Content): Draft {
  if (now.tag === draft.base.tag) return draft;
  if (now === removed) return { ...draft, outside: removed };
  // Nothing of the user's, or nothing that differs: theirs it is.
  if (!isDirty(draft) || now.text === draft.text) return opened(now);
  // Touched, but with the content that the user began with.
  if (now.text === draft.base.text) return { base: now, text: draft.text };
  return { ...draft, outside: now };
}

/** After "keep mine": saving replaces what the file has become. */
export function keptMine(draft: Draft): Draft {
  return draft.outside ? { base: draft.outside, text: draft.text } : draft;
}

/** After "take theirs". */
export function tookTheirs(draft: Draft): Draft {
  return draft.outside ? opened(draft.outside) : draft;
}

/** After a text was saved. What was typed in the meantime is still there. */
export function saved(draft: Draft, content: Content): Draft {
  return { base: content, text: draft.text };
}
