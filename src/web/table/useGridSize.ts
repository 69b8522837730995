import { type RefObject, useEffect, useState } from 'react';

/** Inner width and height of the scroller in px, followed as it changes; 0 before it is measured. */
export function useGridSize(scroller: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const box = scroller.current;
    if (!box) {
      return;
    }
    const measure = () => {
      // A page in the background has no size; what it had stays.
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
