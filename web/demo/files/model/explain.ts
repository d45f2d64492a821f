import type { ClientToolsErrorCode } from 'clienttools';

/** An error in words for people: what it is, and what helps. */
export interface Explanation {
  what: string;
  help?: string;
}

interface CodedError {
  code?: ClientToolsErrorCode;
  details?: Record<string, unknown>;
}

/** Says what went wrong with the files. */
export function explain(error: unknown): Explanation {
  const { code, details } = (typeof error === 'object' && error !== null ? error : {}) as CodedError;
  const path = typeof details?.['path'] === 'string' ? details['path'] : undefined;
  const what = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'storage_full':
      return details?.['errno'] === 'EDQUOT'
        ? { what: 'This is more than a file or the project may hold.', help: 'Nothing was changed. Empty the trash, remove files, or raise the limits.' }
        : { what: 'The browser has no more space for this site.', help: 'Nothing was changed. Empty the trash, tidy the history, or remove files.' };
    case 'storage_conflict':
      return { what: `${path ?? 'The file'} was changed in another tab at the same moment.`, help: 'Nothing was overwritten. Look at it and try again.' };
    case 'storage_corrupt':
      return { what: `Stored data is damaged: ${what}`, help: 'What can be read can still be downloaded as a zip.' };
    case 'closed':
      return { what: 'The tools were closed.', help: 'Reload the page.' };
    default:
      return explainPath(String(details?.['errno'] ?? ''), path) ?? { what };
  }
}

function explainPath(errno: string, path = 'it'): Explanation | undefined {
  switch (errno) {
    case 'EEXIST':
      return { what: `${path} is there already.`, help: 'Choose another name.' };
    case 'ENOENT':
      return { what: `${path} is not there any more.` };
    case 'ENOTDIR':
      return { what: `${path}: one of the folders is a file.` };
    case 'EISDIR':
      return { what: `${path} is a folder.` };
    case 'ENAMETOOLONG':
      return { what: 'The name is too long.', help: 'A name has at most 255 bytes, a path 1024.' };
    case 'EINVAL':
      return {
        what: `${path}: not possible with this name.`,
        help: 'A folder cannot go into itself; names cannot have .., backslashes or control characters.',
      };
    default:
      return undefined;
  }
}
