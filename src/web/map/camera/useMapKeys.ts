import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Camera } from './camera.ts';

/** Pixels per press of an arrow key. */
const step = 80;

/** Makes the frame focusable and handles its keys: arrows move, + and - zoom, 0 shows everything. */
export function useMapKeys(
  frame: RefObject<HTMLElement | null>,
  camera: Camera | undefined,
  showAll: () => void,
): void {
  const serve = useEffectEvent((event: KeyboardEvent) => {
    const actions: Record<string, (() => void) | undefined> = {
      ArrowLeft: () => camera?.panBy(-step, 0),
      ArrowRight: () => camera?.panBy(step, 0),
      ArrowUp: () => camera?.panBy(0, -step),
      ArrowDown: () => camera?.panBy(0, step),
      '+': () => camera?.zoomBy(1),
      '=': () => camera?.zoomBy(1),
      '-': () => camera?.zoomBy(-1),
      '0': showAll,
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) {
      return undefined;
    }
    element.tabIndex = 0;
    const listener = (event: KeyboardEvent) => serve(event);
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [frame]);
}
