import { type ComponentType, useEffect, useState } from 'react';
import { type Chunk, loadChunk, loadedChunk } from './chunk.ts';

/**
 * The component of a part, which is fetched now at the latest; undefined until it is here. What has been fetched before is
 * drawn with what stands around it, anything else as soon as it comes: behind React's `lazy` it would be held back until
 * 300 ms after the last thing that stood in for something. What kept it from coming is thrown where it would stand.
 */
export function useChunk(chunk: Chunk | undefined): ComponentType | undefined {
  const [outcome, setOutcome] = useState<{ chunk: Chunk; fault?: unknown }>();
  const component = chunk && loadedChunk(chunk);
  const missing = component ? undefined : chunk;
  useEffect(() => {
    if (!missing) return;
    let cancelled = false;
    const tell = (fault?: unknown) => !cancelled && setOutcome({ chunk: missing, fault });
    loadChunk(missing).then(() => tell(), tell);
    return () => {
      cancelled = true;
    };
  }, [missing]);
  if (missing && outcome?.chunk === missing) throw outcome.fault;
  return component;
}
