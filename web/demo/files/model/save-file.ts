/** Lets the browser save a content as a file. */
export function saveFile(name: string, content: Uint8Array | Blob): void {
  const blob = content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has the blob by then; the address would keep it for as long as the page lives.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
