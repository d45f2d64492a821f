/** The text that bytes are in UTF-8; undefined where they are none, since saving would change them. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The beginning of a text, cut between characters; bytes that are no text show as �. */
export function beginningOf(bytes: Uint8Array, most: number): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, most), { stream: bytes.length > most });
  return text;
}

/**
 * What separates the lines. An editor that knows one separator only gives back
 * what it got if every line ends with it: \r\n where all do, else \n, and a lone
 * \r is a character like others.
 */
export function lineSeparatorOf(text: string): '\n' | '\r\n' {
  return /\r\n/.test(text) && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? '\r\n' : '\n';
}
