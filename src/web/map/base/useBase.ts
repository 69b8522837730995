import { useCallback, useEffect, useState } from 'react';
import type { Box } from './boundary.ts';
import { bareBase, loadBase, type MapBase } from './load.ts';

type Loading = { base: MapBase | undefined; failed: boolean };

/**
 * Loads the map base, first the part within the box: undefined while loading, bare ground and `failed` after a failure.
 */
export function useBase(around: Box | null): Loading & { retry: () => void } {
  const [state, setState] = useState<Loading>({ base: undefined, failed: false });
  const [first] = useState(around);
  const load = useCallback(
    (isActive: () => boolean) => {
      loadBase(first).then(
        (base) => isActive() && setState({ base, failed: false }),
        () => isActive() && setState({ base: bareBase, failed: true }),
      );
    },
    [first],
  );
  useEffect(() => {
    let active = true;
    load(() => active);
    return () => {
      active = false;
    };
  }, [load]);
  return { ...state, retry: () => load(() => true) };
}
