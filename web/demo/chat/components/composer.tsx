import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  busy: boolean;
  /** What hinders sending, if anything does. */
  missing: string | undefined;
  onSend(text: string): void;
  onStop(): void;
}

/** Where the user writes. Enter sends, Shift+Enter begins a line, Escape stops. */
export function Composer({ busy, missing, onSend, onStop }: Props) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const send = () => {
    if (busy || missing || !text.trim()) return;
    onSend(text);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && busy) onStop();
    // While an input method composes a word, Enter is its own.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        aria-label="Message"
        placeholder="Write a message"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {busy ? (
        <button type="button" class="primary stop" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" class="primary" disabled={!text.trim() || missing !== undefined}>
          Send
        </button>
      )}
    </form>
  );
}
