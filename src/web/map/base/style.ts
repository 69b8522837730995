import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { metresPerPixel, zoomLimits } from '../camera/projection.ts';
import { tileLayers, tileSources } from '../tiles/tileStyle.ts';
import type { MapTheme } from '../types.ts';
import type { Boundary } from './boundary.ts';
import { boundaryLayers, boundaryNames, boundarySources } from './boundaryStyle.ts';
import { type Base, emptyBase, type LngLat } from './decode.ts';
import type { MapBase } from './load.ts';
import { areaUntil, fonts, type Palette, palettes, roadMetres, shownFrom } from './palette.ts';

const districtLatitude = 28.935;
/** Layer of every style; until it is there the style has not loaded. */
export const firstLayer = 'sea';

type Properties = Record<string, string>;

function source(features: { geometry: GeoJSON.Geometry; properties: Properties }[]): GeoJSONSourceSpecification {
  return {
    type: 'geojson',
    maxzoom: 16,
    data: { type: 'FeatureCollection', features: features.map((feature) => ({ type: 'Feature', ...feature })) },
  };
}

function polygons(rings: readonly LngLat[][]): GeoJSONSourceSpecification {
  return source(rings.map((ring) => ({ geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} })));
}

function districtSources(base: Base): StyleSpecification['sources'] {
  return {
    park: polygons(base.park),
    water: polygons(base.water),
    building: polygons(base.buildings),
    road: source(
      base.roads.map(({ name, kind, line }) => ({
        geometry: { type: 'LineString', coordinates: line },
        properties: { name, kind },
      })),
    ),
    label: source(
      [...base.labels, ...base.places].map(({ name, kind, at }) => ({
        geometry: { type: 'Point', coordinates: at },
        properties: { name, kind },
      })),
    ),
  };
}

/** Returns the line width in pixels for a width in metres, at every zoom. */
function width(metres: number, extra: number): ExpressionSpecification {
  const pixelsAt = (zoom: number) => metres / metresPerPixel({ lat: districtLatitude, zoom }) + extra;
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    zoomLimits.min,
    pixelsAt(zoomLimits.min),
    zoomLimits.max,
    pixelsAt(zoomLimits.max),
  ];
}

function road(id: string, kind: keyof typeof roadMetres, color: string, extra: number): LayerSpecification {
  return {
    id,
    type: 'line',
    source: 'road',
    minzoom: shownFrom.district,
    filter: ['==', ['get', 'kind'], kind],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width(roadMetres[kind], extra) },
  };
}

function roadName(kind: keyof typeof roadMetres, colors: Palette): LayerSpecification {
  return {
    id: `${kind}-name`,
    type: 'symbol',
    source: 'road',
    minzoom: kind === 'major' ? 13 : shownFrom.minorName,
    filter: ['==', ['get', 'kind'], kind],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 420,
      'text-field': ['get', 'name'],
      'text-font': [...fonts],
      'text-size': 12,
      'text-letter-spacing': 0.25,
      'text-padding': 12,
    },
    paint: {
      'text-color': colors.faintText,
      'text-halo-color': kind === 'major' ? colors.major : colors.minor,
      'text-halo-width': 1.5,
    },
  };
}

function name(
  kind: string,
  colors: Palette,
  { color, size, from, until = 24 }: { color: string; size: number; from: number; until?: number },
): LayerSpecification {
  return {
    id: `${kind}-label`,
    type: 'symbol',
    source: 'label',
    minzoom: from,
    maxzoom: until,
    filter: ['==', ['get', 'kind'], kind],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [...fonts],
      'text-size': size,
      'text-letter-spacing': kind === 'area' ? 0.3 : 0.04,
      'text-padding': 4,
    },
    paint: { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  };
}

const placeKinds = ['hospital', 'station', 'school', 'market'];

function places(colors: Palette): LayerSpecification[] {
  const isPlace: ExpressionSpecification = ['in', ['get', 'kind'], ['literal', placeKinds]];
  const color: ExpressionSpecification = ['match', ['get', 'kind'], 'hospital', colors.hospital, colors.place];
  return [
    {
      id: 'place-dot',
      type: 'circle',
      source: 'label',
      minzoom: shownFrom.place,
      filter: isPlace,
      paint: {
        'circle-radius': 3.5,
        'circle-color': color,
        'circle-stroke-color': colors.halo,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'place-label',
      type: 'symbol',
      source: 'label',
      minzoom: shownFrom.place,
      filter: isPlace,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [...fonts],
        'text-size': 12,
        'text-anchor': 'left',
        'text-offset': [0.6, 0],
      },
      paint: { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
    },
  ];
}

/** Returns the MapLibre style of the base in a theme, with the prefectures loaded so far; without tiles it fetches nothing. */
export function mapStyle(
  { boundaries, district, tiles }: MapBase,
  divisions: readonly Boundary[],
  theme: MapTheme,
): StyleSpecification {
  const colors = palettes[theme];
  return {
    version: 8,
    sources: {
      ...boundarySources(boundaries, divisions),
      ...districtSources(district ?? emptyBase),
      ...(tiles && tileSources(tiles)),
    },
    layers: [
      {
        id: firstLayer,
        type: 'background',
        paint: { 'background-color': boundaries.countries.length > 0 ? colors.sea : colors.ground },
      },
      ...boundaryLayers(colors),
      { id: 'park', type: 'fill', source: 'park', minzoom: shownFrom.district, paint: { 'fill-color': colors.park } },
      {
        id: 'water',
        type: 'fill',
        source: 'water',
        minzoom: shownFrom.district,
        paint: { 'fill-color': colors.water },
      },
      {
        id: 'building',
        type: 'fill',
        source: 'building',
        minzoom: shownFrom.building,
        paint: { 'fill-color': colors.building, 'fill-outline-color': colors.buildingEdge },
      },
      road('minor-edge', 'minor', colors.minorEdge, 2),
      road('major-edge', 'major', colors.majorEdge, 2),
      road('minor', 'minor', colors.minor, 0),
      road('major', 'major', colors.major, 0),
      ...boundaryNames(colors),
      // On a collision the last layer wins: a street's name yields to an estate's.
      name('building', colors, { color: colors.faintText, size: 11, from: shownFrom.number }),
      roadName('minor', colors),
      roadName('major', colors),
      ...places(colors),
      name('park', colors, { color: colors.parkText, size: 12, from: shownFrom.nature }),
      name('water', colors, { color: colors.waterText, size: 12, from: shownFrom.nature }),
      name('estate', colors, { color: colors.text, size: 13, from: shownFrom.estate }),
      name('area', colors, { color: colors.text, size: 15, from: shownFrom.area, until: areaUntil }),
      ...(tiles ? tileLayers(tiles, theme) : []),
    ],
  };
}

/** Returns the next style with the sources and layers that others have added to the previous one. */
export function withAddedLayers(
  previous: StyleSpecification | undefined,
  next: StyleSpecification,
): StyleSpecification {
  if (!previous) return next;
  const own = new Set(next.layers.map(({ id }) => id));
  return {
    ...next,
    sources: { ...previous.sources, ...next.sources },
    layers: [...next.layers, ...previous.layers.filter(({ id }) => !own.has(id))],
  };
}
