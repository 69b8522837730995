import { useEffect, useState } from 'react';
import { type Chunk, loadChunk, loadedChunk } from '#web/core/chunk.ts';

/**
 * Loads the sections beside the record. Returns whether each has loaded or failed: a page that grows would lose its
 * scroll position.
 */
export function useSectionsLoaded(sections: readonly object[]): boolean {
  const [loaded, setLoaded] = useState(() => (sections as Chunk[]).every(loadedChunk));
  useEffect(() => {
    if (loaded) return;
    let cancelled = false;
    void Promise.allSettled((sections as Chunk[]).map(loadChunk)).then(() => !cancelled && setLoaded(true));
    return () => {
      cancelled = true;
    };
  }, [loaded, sections]);
  return loaded;
}
