import { useSyncExternalStore } from 'react';

/** What the shell lays over the page; one at a time. */
export type Overlay = 'palette' | 'keys' | 'password' | 'person' | 'menu' | undefined;

let current: Overlay;
const listeners = new Set<() => void>();

/** Opens an overlay of the shell in place of the one that is open; undefined closes. */
export function showOverlay(overlay: Overlay): void {
  current = overlay;
  for (const listener of listeners) listener();
}

/** The overlay that is open. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
