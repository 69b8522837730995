import { useSyncExternalStore } from 'react';
import { accountPrefix, session, subscribeSession } from '#web/api/session.ts';
import { readTab, writeTab } from '#web/core/storage.ts';
import { noPages, type Page, type Pages } from './pages.ts';

const key = `${accountPrefix}pages`;
const listeners = new Set<() => void>();
let owner = session().user?.id;
let state = stored();

/** Returns the current open pages. */
export function pages(): Pages {
  return state;
}

/** Returns the open pages; renders again when they change. */
export function usePages(): Pages {
  return useSyncExternalStore(subscribe, pages);
}

/** Changes the open pages; they survive a reload of the browser tab, mounted content does not. */
export function updatePages(change: (previous: Pages) => Pages): void {
  const next = change(state);
  if (next === state) return;
  state = next;
  writeTab(key, next.open);
  for (const listener of listeners) listener();
}

// A logout or another account has cleared the storage: the open pages follow.
subscribeSession(() => {
  const id = session().user?.id;
  if (id === owner) return;
  owner = id;
  state = stored();
  for (const listener of listeners) listener();
});

function stored(): Pages {
  const open = readTab<Page[]>(key);
  return open && open.length > 0 ? { open, mounted: [] } : noPages;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
