import type { ClientTools } from 'clienttools';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { FileActions } from './actions.js';
import { draftsOf, type Drafts } from './model/drafts.js';
import { FileListing, type Listed } from './model/listing.js';

/** The files of a project as they are now, and what can be done to them. */
export interface Project {
  listed: Listed;
  listing: FileListing;
  actions: FileActions;
  drafts: Drafts;
  /** Paths with unsaved text. */
  dirty: ReadonlySet<string>;
}

/** Follows the files and the drafts of a project. */
export function useProject(tools: ClientTools, projectId: string): Project {
  const { listing, drafts, actions } = useMemo(() => {
    const listing = new FileListing(tools, projectId);
    const drafts = draftsOf(tools, projectId);
    return { listing, drafts, actions: new FileActions(tools, projectId, listing, drafts) };
  }, [tools, projectId]);
  const [listed, setListed] = useState(listing.state);
  const [dirty, setDirty] = useState<ReadonlySet<string>>(() => new Set(drafts.dirty()));

  useEffect(() => {
    const stops = [listing.listen(() => setListed(listing.state)), drafts.listen(() => setDirty((before) => sameOr(before, drafts.dirty()))), listing.start()];
    setListed(listing.state);
    return () => stops.forEach((stop) => stop());
  }, [listing, drafts]);

  // The browser asks before the page goes away with texts that are nowhere else.
  useEffect(() => {
    if (dirty.size === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);

  return { listed, listing, actions, drafts, dirty };
}

// The same set as long as it has the same paths, so that typing redraws no tree.
function sameOr(before: ReadonlySet<string>, now: string[]): ReadonlySet<string> {
  return before.size === now.length && now.every((path) => before.has(path)) ? before : new Set(now);
}
