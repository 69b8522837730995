import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { emitter } from '../live/emitter.ts';
import { closeOnHashChange } from '../message/queue.ts';

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

const closed = emitter<void>();

/** Takes away whatever lies over the page, because a case was taken that nothing may hide; what was typed is a draft. */
export function closeOverlays(): void {
  showOverlay(undefined);
  closeOnHashChange();
  closed.emit();
}

/** Closes what the caller has laid over the page when the page is cleared. */
export function useOverlayClose(close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => closed.on(() => onClose()), []);
}
