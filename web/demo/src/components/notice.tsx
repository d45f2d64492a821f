import type { ComponentChildren } from 'preact';
import { errorText } from '../format.js';

/** Something went wrong, and what to do about it. */
export function Notice({ title, error, children }: { title: string; error: unknown; children?: ComponentChildren }) {
  return (
    <section class="notice" role="alert">
      <h2>{title}</h2>
      <p>{errorText(error)}</p>
      {children}
    </section>
  );
}
