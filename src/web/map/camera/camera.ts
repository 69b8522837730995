import type { Position } from '#shared/district.ts';
import type { Viewport } from './projection.ts';

/** Interface of both renderers (WebGL, SVG) for markers and buttons. */
export type Camera = {
  /** Returns the current view; the same object until it changes. */
  getView: () => Viewport;
  /** Calls `listener` after each change of the view; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** Calls `listener` when the user moves the map by mouse, touch, wheel or arrow keys; returns the unsubscribing function. */
  onUserMove: (listener: () => void) => () => void;
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

export type ViewStore = Pick<Camera, 'getView' | 'subscribe' | 'onUserMove'> & {
  set: (viewport: Viewport) => void;
  /** Notifies the listeners of `onUserMove`. */
  userMoved: () => void;
};

/** Holds a view and notifies its listeners about changes. */
export function createViewStore(first: Viewport): ViewStore {
  let viewport = first;
  const listeners = new Set<() => void>();
  const userListeners = new Set<() => void>();
  const addTo = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  return {
    getView: () => viewport,
    subscribe: addTo(listeners),
    onUserMove: addTo(userListeners),
    userMoved: () => {
      for (const listener of userListeners) {
        listener();
      }
    },
    set: (next) => {
      viewport = next;
      for (const listener of listeners) {
        listener();
      }
    },
  };
}
