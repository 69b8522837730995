import { type ComponentType, useEffect, useState } from 'react';
import { type Chunk, loadChunk, loadedChunk } from './chunk.ts';

/**
 * Returns a chunk's component, undefined until it has loaded; throws the error of a failed load. React's `lazy` would
 * delay it until 300 ms after the last fallback.
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
