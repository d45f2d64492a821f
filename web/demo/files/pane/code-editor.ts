// The editor, with all that it needs, in a chunk of its own: load it with
// import(), when the first text is opened.
import { isolateHistory } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { python } from '@codemirror/lang-python';
import { xml } from '@codemirror/lang-xml';
import { HighlightStyle, syntaxHighlighting, type LanguageSupport } from '@codemirror/language';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import type { Language } from '../model/kinds.js';
import { lineSeparatorOf } from '../model/text.js';

/** How to open an editor. */
export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  language: Language | undefined;
  readonly: boolean;
  /** What screen readers call it. */
  label: string;
  onText(text: string): void;
  onSave(): void;
}

/** An open editor. */
export interface CodeEditor {
  /** Puts another text in, as a change that can be undone. */
  setText(text: string): void;
  focus(): void;
  destroy(): void;
}

/** Opens an editor. */
export function openEditor({ parent, text, language, readonly, label, onText, onSave }: EditorOptions): CodeEditor {
  const stateOf = (doc: string) =>
    EditorState.create({
      doc,
      extensions: [
        EditorState.lineSeparator.of(lineSeparatorOf(doc)),
        keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (onSave(), true) }]),
        shared(language, label),
        EditorState.readOnly.of(readonly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.sliceDoc());
        }),
      ],
    });
  const view = new EditorView({ parent, state: stateOf(text) });
  return {
    setText(next) {
      if (next === view.state.sliceDoc()) return;
      // Lines that end in another way make another document, without a way back.
      if (lineSeparatorOf(next) !== view.state.lineBreak) return view.setState(stateOf(next));
      // Undo takes it back alone, without what was typed before.
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(next) }, annotations: isolateHistory.of('full') });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Two texts to compare. */
export interface DiffOptions {
  parent: HTMLElement;
  before: string;
  after: string;
  language: Language | undefined;
  /** In one column, for narrow places. */
  unified: boolean;
}

/** Shows what differs; the result takes it away. */
export function openDiff({ parent, before, after, language, unified }: DiffOptions): () => void {
  const reading = (label: string): Extension => [shared(language, label), EditorState.readOnly.of(true), EditorView.editable.of(false), focusable];
  const collapse = { collapseUnchanged: { margin: 3, minSize: 6 } };
  if (unified) {
    const view = new EditorView({
      parent,
      doc: after,
      extensions: [reading('Differences'), unifiedMergeView({ original: before, mergeControls: false, ...collapse })],
    });
    return () => view.destroy();
  }
  const view = new MergeView({ parent, a: { doc: before, extensions: reading('Before') }, b: { doc: after, extensions: reading('After') }, ...collapse });
  return () => view.destroy();
}

// What cannot be edited takes no focus by itself, and could not be scrolled by keyboard.
const focusable = EditorView.contentAttributes.of({ tabindex: '0' });

function shared(language: Language | undefined, label: string): Extension {
  return [
    basicSetup,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    theme,
    syntaxHighlighting(colours),
    language ? supports[language]() : [],
  ];
}

const supports: Record<Language, () => LanguageSupport> = {
  javascript: () => javascript(),
  jsx: () => javascript({ jsx: true }),
  typescript: () => javascript({ typescript: true }),
  tsx: () => javascript({ typescript: true, jsx: true }),
  json,
  css,
  html: () => html(),
  markdown: () => markdown(),
  python,
  xml: () => xml(),
};

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '0.87rem', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--code-selection)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-textfield, .cm-button': { backgroundImage: 'none', backgroundColor: 'var(--surface)', borderColor: 'var(--line)', color: 'var(--text)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--code-match)' },
  '.cm-collapsedLines': { background: 'var(--sunken)', color: 'var(--faint)' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--code-inserted)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk, .cm-deletedLine': { backgroundColor: 'var(--code-deleted)' },
  '.cm-changedText, .cm-insertedLine .cm-changedText': { background: 'var(--code-inserted-text)', boxShadow: 'inset 0 -2px var(--accent)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText, .cm-deletedText': {
    background: 'var(--code-deleted-text)',
    boxShadow: 'inset 0 -2px var(--bad)',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.processingInstruction], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName), tags.className, tags.typeName], color: 'var(--code-name)' },
  { tag: tags.heading, color: 'var(--code-keyword)', fontWeight: 'bold' },
  { tag: tags.strong, fontWeight: 'bold' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--code-name)' },
]);
