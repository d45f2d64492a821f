/** What the model reads of a result, where an API has no flag for errors or may lose it. */
export function textWithError({ text, isError }: { text: string; isError: boolean }): string {
  return isError && !text.startsWith('Error: ') ? `Error: ${text}` : text;
}
