import { useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds; renders again when that changes. */
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

/** Whether fingers do the work here, so that no text names a key; `styles.css` hides the key caps by the same query. */
export function useKeyless(): boolean {
  return useMedia('(width < 768px), (pointer: coarse)');
}
