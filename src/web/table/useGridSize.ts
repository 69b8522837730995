import { type RefObject, useEffect, useState } from 'react';

/** Returns the scroller's inner width and height in px and follows their changes; 0 before it is measured. */
export function useGridSize(scroller: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const box = scroller.current;
    if (!box) {
      return;
    }
    const measure = () => {
      // A hidden page has no size; the last size is kept.
      if (box.clientWidth > 0) {
        setSize({ width: box.clientWidth, height: box.clientHeight });
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}
