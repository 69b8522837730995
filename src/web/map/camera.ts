import type { Position } from '#shared/district.ts';
import type { Viewport } from './projection.ts';

/** What the markers and the buttons need of a renderer; both renderers (WebGL, SVG) offer it. */
export type Camera = {
  /** The present view; the same object until it changes. */
  getView: () => Viewport;
  /** Calls back after each change of the view; returns the way to stop. */
  subscribe: (listener: () => void) => () => void;
  /** Moves the view by pixels. */
  panBy: (x: number, y: number) => void;
  /** Changes the zoom around the middle. */
  zoomBy: (by: number) => void;
  show: (target: Position & { zoom: number }) => void;
  /** The element that markers are put into, so that dragging and the wheel work over them as well. */
  host: HTMLElement;
  /** Frees the renderer with its WebGL context, workers and listeners. */
  destroy: () => void;
};

export type ViewStore = Pick<Camera, 'getView' | 'subscribe'> & { set: (viewport: Viewport) => void };

/** Holds a view and tells its listeners about changes. */
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
