/** Whether tiles come: none yet, some are drawn, or the last ones have failed. */
export type TileStatus = 'coming' | 'shown' | 'failing';

/** Failures in a row after which tiles that came before count as failing. */
const maxFailures = 4;

export interface TileStatusStore {
  get: () => TileStatus;
  /** Calls `listener` after each change; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** Enters how the loading of a tile ended. */
  record: (isLoaded: boolean) => void;
}

/** Follows whether tiles come. */
export function createTileStatus(): TileStatusStore {
  let status: TileStatus = 'coming';
  let failures = 0;
  const listeners = new Set<() => void>();
  return {
    get: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    record: (isLoaded) => {
      failures = isLoaded ? 0 : failures + 1;
      const isFailing = failures >= maxFailures || (failures > 0 && status !== 'shown');
      const next = isLoaded ? 'shown' : isFailing ? 'failing' : status;
      if (next === status) return;
      status = next;
      for (const listener of listeners) listener();
    },
  };
}
