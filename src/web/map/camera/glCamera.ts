/// <reference types="vite/client" />
import { type GeoJSONSource, Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { getDivisions } from '../base/boundaries.ts';
import type { Boundary } from '../base/boundary.ts';
import { names, shapes } from '../base/boundaryStyle.ts';
import type { MapBase } from '../base/load.ts';
import { mapStyle, withAddedLayers } from '../base/style.ts';
import { followTiles, serveTiles } from '../tiles/followTiles.ts';
import { tileSource } from '../tiles/tileStyle.ts';
import type { MapTheme } from '../types.ts';
import { type Camera, createViewStore } from './camera.ts';
import { type Viewport, zoomLimits } from './projection.ts';

// A file of our own origin: the page's policy allows no script from elsewhere.
setWorkerUrl(workerUrl);

/** Time after which a map counts as failed whose worker has not answered, ms. */
const startLimit = 8000;

export type GlCamera = Camera & {
  /** The map, for layers above the base; they stay when the theme changes. */
  map: GlMap;
  setTheme: (theme: MapTheme) => void;
  /** Updates the prefectures after more have loaded. */
  setDivisions: (divisions: readonly Boundary[]) => void;
};
type GlOptions = {
  container: HTMLElement;
  base: MapBase;
  theme: MapTheme;
  viewport: Viewport;
  /** On touch screens two fingers move a small map, one finger scrolls the page. */
  twoFingers: boolean;
  /** Called when the first picture is complete. */
  onReady: () => void;
  /** Called when WebGL or the worker is missing, or the graphics context was lost. */
  onFailure: () => void;
};

/** Returns whether the browser can draw with WebGL 2, which MapLibre needs. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function createMap({ container, base, theme, viewport: view, twoFingers }: GlOptions): GlMap {
  return new GlMap({
    container,
    style: mapStyle(base, getDivisions(), theme),
    // The style is our own, and browser tests draw it: no start has to judge it.
    validateStyle: false,
    center: [view.lng, view.lat],
    zoom: view.zoom,
    minZoom: zoomLimits.min,
    maxZoom: zoomLimits.max,
    attributionControl: false,
    // MapView has its own keys, which work for both renderers.
    keyboard: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    cooperativeGestures: twoFingers,
    locale: {
      'CooperativeGesturesHandler.MobileHelpText': '用两指移动地图',
      'CooperativeGesturesHandler.WindowsHelpText': '按住 Ctrl 滚动可缩放地图',
      'CooperativeGesturesHandler.MacHelpText': '按住 ⌘ 滚动可缩放地图',
      'Map.Title': '地图',
    },
  });
}

function viewOf(map: GlMap, container: HTMLElement): Viewport {
  const { lng, lat } = map.getCenter().wrap();
  return { lng, lat, zoom: map.getZoom(), width: container.clientWidth, height: container.clientHeight };
}

/**
 * Starts MapLibre in the container. Throws if WebGL cannot be started; later failures call `onFailure`, at most once.
 */
export function createGlCamera(options: GlOptions): GlCamera {
  const { container, base, onReady, onFailure } = options;
  const { tiles } = base;
  if (tiles) serveTiles(tiles);
  const map = createMap(options);
  const stopTiles = tiles && followTiles(map, tiles);
  let shownTheme = options.theme;
  const store = createViewStore(viewOf(map, container));
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150;
  const startTimer = setTimeout(onFailure, startLimit);
  map.touchZoomRotate.disableRotation();
  map.getCanvas().tabIndex = -1;
  for (const moment of ['move', 'resize'] as const) {
    map.on(moment, () => store.set(viewOf(map, container)));
  }
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) store.userMoved();
  });
  // A slow machine draws late: what the worker has answered is drawn.
  map.once('sourcedata', () => clearTimeout(startTimer));
  // The first picture waits for no tile.
  if (tiles) map.once('style.load', () => map.once('render', () => onReady()));
  else map.once('load', () => onReady());
  map.on('error', (event) => {
    // Tiles that fail are in their status.
    if (!('sourceId' in event && event.sourceId === tileSource)) reportError(event.error);
  });
  map.on('webglcontextlost', onFailure);
  return {
    ...store,
    map,
    host: map.getCanvasContainer(),
    panBy: (x, y) => {
      map.panBy([x, y], { duration });
      store.userMoved();
    },
    zoomBy: (by) => map.zoomTo(map.getZoom() + by, { duration }),
    show: ({ lat, lng, zoom }) => map.jumpTo({ center: [lng, lat], zoom }),
    setTheme: (theme) => {
      if (theme !== shownTheme) {
        shownTheme = theme;
        map.setStyle(mapStyle(base, getDivisions(), theme), { transformStyle: withAddedLayers, validate: false });
      }
    },
    setDivisions: (divisions) => {
      // Before the style has loaded, it includes them itself.
      map.getSource<GeoJSONSource>('division')?.setData(shapes(divisions));
      map.getSource<GeoJSONSource>('division-name')?.setData(names(divisions));
    },
    destroy: () => {
      clearTimeout(startTimer);
      stopTiles?.();
      map.off('webglcontextlost', onFailure);
      map.remove();
    },
  };
}
