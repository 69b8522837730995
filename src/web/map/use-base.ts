import { useCallback, useEffect, useState } from 'react';
import { type Base, emptyBase } from './base/decode.ts';
import { loadBase } from './base/load.ts';

/** The map base: undefined while it comes, bare ground and `failed` when it does not. */
export function useBase(): { base: Base | undefined; failed: boolean; retry: () => void } {
  const [state, setState] = useState<{ base: Base | undefined; failed: boolean }>({ base: undefined, failed: false });
  const load = useCallback((isWanted: () => boolean) => {
    loadBase().then(
      (base) => isWanted() && setState({ base, failed: false }),
      () => isWanted() && setState({ base: emptyBase, failed: true }),
    );
  }, []);
  useEffect(() => {
    let wanted = true;
    load(() => wanted);
    return () => {
      wanted = false;
    };
  }, [load]);
  return { ...state, retry: () => load(() => true) };
}
