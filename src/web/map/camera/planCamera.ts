import { type Camera, createViewStore, type ViewStore } from './camera.ts';
import { clampZoom, panned, type Viewport, zoomed } from './projection.ts';

/** Pixels of wheel per zoom step. */
const wheelPerZoom = 300;

function followPointer(host: HTMLElement, store: ViewStore, signal: AbortSignal): void {
  let last: { x: number; y: number } | undefined;
  host.addEventListener(
    'pointerdown',
    (event) => {
      if (event.isPrimary && event.button === 0) {
        last = { x: event.clientX, y: event.clientY };
      }
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (last && event.isPrimary) {
        store.set(panned(store.getView(), last.x - event.clientX, last.y - event.clientY));
        store.userMoved();
        last = { x: event.clientX, y: event.clientY };
      }
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const) {
    addEventListener(end, () => (last = undefined), { signal });
  }
}

function followWheel(host: HTMLElement, store: ViewStore, signal: AbortSignal): void {
  host.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { left, top } = host.getBoundingClientRect();
      const anchor = { x: event.clientX - left, y: event.clientY - top };
      store.set(zoomed(store.getView(), -event.deltaY / wheelPerZoom, anchor));
      store.userMoved();
    },
    { signal, passive: false },
  );
}

/** Makes the camera of the SVG plan, for browsers without WebGL: drag, wheel and the interface of the WebGL camera. */
export function createPlanCamera(host: HTMLElement, first: Viewport): Camera {
  const store = createViewStore(first);
  const stop = new AbortController();
  followPointer(host, store, stop.signal);
  followWheel(host, store, stop.signal);
  const resizing = new ResizeObserver(() => {
    store.set({ ...store.getView(), width: host.clientWidth, height: host.clientHeight });
  });
  resizing.observe(host);
  return {
    ...store,
    host,
    panBy: (x, y) => {
      store.set(panned(store.getView(), x, y));
      store.userMoved();
    },
    zoomBy: (by) => {
      const viewport = store.getView();
      store.set(zoomed(viewport, by, { x: viewport.width / 2, y: viewport.height / 2 }));
    },
    show: (target) => store.set({ ...store.getView(), ...target, zoom: clampZoom(target.zoom) }),
    destroy: () => {
      stop.abort();
      resizing.disconnect();
    },
  };
}
