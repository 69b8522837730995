import { useMemo, useSyncExternalStore } from 'react';

/** Returns whether a media query matches; renders again when that changes. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}

/**
 * Returns whether the device is used by touch, so that no text names a key; `styles.css` hides key caps by this query.
 */
export function useKeyless(): boolean {
  return useMedia('(width < 768px), (pointer: coarse)');
}
