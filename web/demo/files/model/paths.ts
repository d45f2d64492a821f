/** The last part of a path; of the root it is empty. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The directory that a path is in; of the root, the root. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** A name, or a relative path, in a directory. */
export function joinPath(directory: string, name: string): string {
  return `${directory === '/' ? '' : directory}/${name}`;
}

/** Whether a path is this directory or in it, at any depth. */
export function isWithin(path: string, directory: string): boolean {
  return directory === '/' || path === directory || path.startsWith(`${directory}/`);
}

/** The directories above a path, the nearest last, without the root. */
export function ancestorsOf(path: string): string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** What a name ends with after its last dot, in lower case; empty without one. A leading dot starts no ending. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The path, or the first of "name 2.txt", "name 3.txt", … that is free. */
export function freePath(path: string, taken: (path: string) => boolean): string {
  if (!taken(path)) return path;
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let n = 2; ; n++) {
    const other = joinPath(parentOf(path), `${stem} ${n}${ending}`);
    if (!taken(other)) return other;
  }
}

const nameBytes = 255;
const pathBytes = 1024;
const size = (text: string) => new TextEncoder().encode(text).length;

/** Why a path cannot be that of a file, for people; undefined if it can. The core has the last word. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return 'A path begins with /.';
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return 'Names cannot have control characters.';
  if (path.includes('\\')) return 'Names cannot have a backslash. Folders are separated by /.';
  const names = path.slice(1).split('/');
  if (names.some((name) => name === '')) return 'A name is missing.';
  if (names.some((name) => name === '.' || name === '..')) return 'Names cannot be . or ..';
  if (names.some((name) => size(name) > nameBytes)) return `A name has at most ${nameBytes} bytes.`;
  if (size(path) > pathBytes) return `A path has at most ${pathBytes} bytes.`;
  return undefined;
}

/** A name as it is shown: characters that turn or hide others are made visible. */
export function shownName(name: string): string {
  return name.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g, (c) => `‹U+${c.charCodeAt(0).toString(16).toUpperCase()}›`);
}
