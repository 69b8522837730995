import type { Position } from '#shared/district.ts';
import type { Viewport } from './projection.ts';

/** Interface of both renderers (WebGL, SVG) for markers and buttons. */
export type Camera = {
  /** Returns the current view; the same object until it changes. */
  getView: () => Viewport;
  /** Calls `listener` after each change of the view; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** Moves the view by pixels. */
  panBy: (x: number, y: number) => void;
  /** Changes the zoom around the centre. */
  zoomBy: (by: number) => void;
  show: (target: Position & { zoom: number }) => void;
  /** Element for the markers, so that dragging and the wheel work over them as well. */
  host: HTMLElement;
  /** Frees the renderer with its WebGL context, workers and listeners. */
  destroy: () => void;
};

export type ViewStore = Pick<Camera, 'getView' | 'subscribe'> & { set: (viewport: Viewport) => void };

/** Holds a view and notifies its listeners about changes. */
export function createViewStore(first: Viewport): ViewStore {
  let viewport = first;
  const listeners = new Set<() => void>();
  return {
    getView: () => viewport,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      viewport = next;
      for (const listener of listeners) {
        listener();
      }
    },
  };
}
