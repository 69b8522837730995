import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { events, liveState, stateChanges } from './client.ts';
import type { LiveEvent, LiveState } from './protocol.ts';

/** Calls the handler once for every event of the stream while the component is mounted. */
export function useLive<E extends LiveEvent>(handler: (event: E) => void): void {
  const latest = useEffectEvent((event: LiveEvent) => handler(event as E));
  useEffect(() => events.on((event) => latest(event)), []);
}

/** Returns the state of the stream: `since` and `lastBeat` (last sign of life of the server) in epoch ms. */
export function useLiveState(): { state: LiveState; since: number; lastBeat: number } {
  return useSyncExternalStore(stateChanges.on, liveState);
}
