import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { type Palette, palettes } from '../base/palette.ts';
import type { MapTheme } from '../types.ts';
import type { TileBase } from './tileBase.ts';
import { vectorLayers } from './vectorStyle.ts';

/** Source of the tiles, and the protocol of their addresses. */
export const tileSource = 'tiles';
/** Ground under vector tiles, which hides the bundled base. */
export const tileGround = 'tiles-ground';

/** Pictures are made quiet: a marker is the darkest element of the map. */
const quiet: Record<MapTheme, object> = {
  light: { 'raster-saturation': -0.35, 'raster-brightness-min': 0.08 },
  dark: { 'raster-saturation': -0.5, 'raster-brightness-max': 0.5, 'raster-contrast': -0.1 },
};

/** Returns the sources of tiles. */
export function tileSources({
  vectorLayers: layers,
  minZoom,
  maxZoom,
  bounds,
}: TileBase): StyleSpecification['sources'] {
  const tiles = { tiles: [`${tileSource}://{z}/{x}/{y}`], minzoom: minZoom, maxzoom: maxZoom, bounds };
  if (layers === null) return { [tileSource]: { type: 'raster', tileSize: 256, ...tiles } };
  const [west, south, east, north] = bounds;
  const coordinates = [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
  return {
    [tileSource]: { type: 'vector', ...tiles },
    [tileGround]: { type: 'geojson', data: { type: 'Polygon', coordinates } },
  };
}

function ground({ minZoom, status }: TileBase, colors: Palette): LayerSpecification {
  return {
    ...{ id: tileGround, type: 'fill', source: tileGround, minzoom: minZoom },
    layout: { visibility: groundVisibility(status.get()) },
    paint: { 'fill-color': colors.ground, 'fill-antialias': false },
  };
}

/** Returns the visibility of the ground: without tiles the bundled base is seen. */
export const groundVisibility = (status: ReturnType<TileBase['status']['get']>) =>
  status === 'shown' ? 'visible' : 'none';

/** Returns the layers of tiles, which lie above those of the bundled base. */
export function tileLayers(tiles: TileBase, theme: MapTheme): LayerSpecification[] {
  const colors = palettes[theme];
  if (tiles.vectorLayers === null)
    return [
      { id: tileSource, type: 'raster', source: tileSource, paint: { 'raster-fade-duration': 0, ...quiet[theme] } },
    ];
  return [ground(tiles, colors), ...vectorLayers(tileSource, tiles.vectorLayers, colors)];
}
