import { type RefCallback, useCallback, useState } from 'react';

/** Measures an element: text and lines of a chart keep their size at any width. Before the first measure `initial` holds. */
export function useWidth<E extends HTMLElement>(initial: number): [RefCallback<E>, number] {
  const [width, setWidth] = useState(initial);
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0);
      // A hidden tab has no width; its chart stays as it is.
      if (measured > 0) setWidth(measured);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}
