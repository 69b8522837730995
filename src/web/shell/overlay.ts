import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { emitter } from '../live/emitter.ts';
import { closeOnHashChange } from '../message/queue.ts';

/** Overlays of the shell above the page; one at a time. */
export type Overlay = 'palette' | 'keys' | 'password' | 'person' | 'menu' | undefined;

let current: Overlay;
const listeners = new Set<() => void>();

/** Opens an overlay of the shell and closes the open one; undefined only closes. */
export function showOverlay(overlay: Overlay): void {
  current = overlay;
  for (const listener of listeners) listener();
}

/** Returns the open overlay. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const closed = emitter<void>();

/** Closes all overlays because a claimed warn must be visible; unsaved input becomes a draft. */
export function closeOverlays(): void {
  showOverlay(undefined);
  closeOnHashChange();
  closed.emit();
}

/** Closes the caller's overlay when `closeOverlays` runs. */
export function useOverlayClose(close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => closed.on(() => onClose()), []);
}
