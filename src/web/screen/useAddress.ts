import { useSyncExternalStore } from 'react';

function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** Returns a text read from the current address (`#/path?query`), also for parts outside of a screen. */
export function useAddress(read: (hash: string) => string): string {
  return useSyncExternalStore(onAddress, () => read(location.hash));
}
