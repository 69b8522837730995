import { type ComponentType, useEffect, useState } from 'react';
import { fetchPart, type Part, partHere } from './chunk.ts';

/**
 * The component of a part, which is fetched now at the latest; undefined until it is here. What has been fetched before is
 * drawn with what stands around it, anything else as soon as it comes: behind React's `lazy` it would be held back until
 * 300 ms after the last thing that stood in for something. What kept it from coming is thrown where it would stand.
 */
export function usePart(part: Part | undefined): ComponentType | undefined {
  const [outcome, setOutcome] = useState<{ part: Part; fault?: unknown }>();
  const component = part && partHere(part);
  const missing = component ? undefined : part;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    const tell = (fault?: unknown) => !left && setOutcome({ part: missing, fault });
    fetchPart(missing).then(() => tell(), tell);
    return () => {
      left = true;
    };
  }, [missing]);
  if (missing && outcome?.part === missing) throw outcome.fault;
  return component;
}
