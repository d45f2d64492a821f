/** Something to take in: a file with its path below where it goes, or a directory (without content). */
export interface Incoming {
  path: string;
  content?: Blob;
}

/** What a drop or a paste brings, directories with all that is in them. */
export async function incomingOf(transfer: DataTransfer): Promise<Incoming[]> {
  // The items are gone once this function has waited, so all are taken first.
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const taken = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const lists = await Promise.all(taken.map((one) => (one instanceof File ? [{ path: one.name, content: one }] : one ? below(one) : [])));
  return lists.flat();
}

/** What a file input has, with the paths of a chosen directory. */
export function incomingFiles(files: Iterable<File>): Incoming[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, content: file }));
}

async function below(entry: FileSystemEntry): Promise<Incoming[]> {
  const path = entry.fullPath.replace(/^\/+/, '');
  if (entry.isFile) {
    const content = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, content }];
  }
  const children = await entriesOf(entry as FileSystemDirectoryEntry);
  const within = await Promise.all(children.map(below));
  return [{ path }, ...within.flat()];
}

async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  // A reader gives a hundred at a time, and nothing at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Whether a file is a zip, by its name or type. */
export function isZip({ path, content }: Incoming): boolean {
  return content !== undefined && (/\.zip$/i.test(path) || content.type === 'application/zip');
}
