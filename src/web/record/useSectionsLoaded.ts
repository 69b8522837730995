import { useEffect, useState } from 'react';
import { type Chunk, loadChunk, loadedChunk } from '#web/core/chunk.ts';

/**
 * Loads the sections beside the record. Returns whether each has loaded or failed: a page that grows would lose its
 * scroll position.
 */
export function useSectionsLoaded(sections: readonly object[]): boolean {
  const [loaded, setLoaded] = useState(() => chunksOf(sections).every(loadedChunk));
  useEffect(() => {
    if (loaded) return;
    let cancelled = false;
    void Promise.allSettled(chunksOf(sections).map(loadChunk)).then(() => !cancelled && setLoaded(true));
    return () => {
      cancelled = true;
    };
  }, [loaded, sections]);
  return loaded;
}

const chunksOf = (sections: readonly object[]): Chunk[] =>
  sections.filter((section): section is Chunk => 'file' in section);
