import { useSyncExternalStore } from 'react';
import { accountPrefix, session, subscribeSession } from '#web/api/session.ts';
import { readTab, writeTab } from '#web/core/storage.ts';
import { noPages, type Page, type Pages } from './pages.ts';

const key = `${accountPrefix}pages`;
const listeners = new Set<() => void>();
let owner = session().user?.id;
let state = stored();

/** The open pages as they are now. */
export function pages(): Pages {
  return state;
}

/** The open pages; renders again when they change. */
export function usePages(): Pages {
  return useSyncExternalStore(subscribe, pages);
}

/** Changes the open pages; they survive a reload of the browser tab, what is mounted does not. */
export function updatePages(change: (previous: Pages) => Pages): void {
  const next = change(state);
  if (next === state) return;
  state = next;
  writeTab(key, next.open);
  for (const listener of listeners) listener();
}

// A logout or another account has emptied the storage: what is open follows it.
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
