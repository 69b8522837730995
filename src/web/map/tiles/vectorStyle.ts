import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { fonts, type Palette } from '../base/palette.ts';

/*
 * Vector tiles by the palette of the bundled base. The layers of both usual schemas are known: Protomaps (earth, roads,
 * places …, with `kind`) and OpenMapTiles (transportation, place …, with `class`); what a file lacks is left out.
 */

const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], ''];
const chineseName: ExpressionSpecification = [
  'coalesce',
  ['get', 'name:zh-Hans'],
  ['get', 'name:zh'],
  ['get', 'name'],
  '',
];

const green =
  'park forest wood grass grassland garden meadow nature_reserve national_park recreation_ground golf_course cemetery pitch village_green playground wetland scrub';
const major = 'highway major_road motorway trunk primary secondary';
const notDriven = 'rail ferry transit path track aerialway pier';

const isOneOf = (kinds: string): ExpressionSpecification => ['in', kind, ['literal', kinds.split(' ')]];
const isArea: ExpressionSpecification = ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]];
const isLine: ExpressionSpecification = ['in', ['geometry-type'], ['literal', ['LineString', 'MultiLineString']]];
const isMajor = isOneOf(major);
const isMinor: ExpressionSpecification = ['all', ['!', isMajor], ['!', isOneOf(notDriven)]];

type Made = LayerSpecification & { 'source-layer'?: string };

/** Returns a width in pixels that grows with the zoom, from a hairline to that of zoom 18. */
const width = (from: number, at18: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  from,
  0.5,
  18,
  at18,
];

function areas(colors: Palette): [layer: string, color: string, filter: FilterSpecification][] {
  return [
    ['earth', colors.ground, isArea],
    ['landcover', colors.park, ['all', isArea, isOneOf(green)]],
    ['landuse', colors.park, ['all', isArea, isOneOf(green)]],
    ['park', colors.park, isArea],
    ['water', colors.water, isArea],
    ['building', colors.building, isArea],
    ['buildings', colors.building, isArea],
  ];
}

function roads(source: string, layer: string, colors: Palette): Made[] {
  const road = (id: string, filter: ExpressionSpecification, color: string, minzoom: number, wide: number): Made => ({
    ...{ id: `tiles-${layer}-${id}`, type: 'line', source, 'source-layer': layer, minzoom },
    filter: ['all', isLine, filter],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width(minzoom, wide) },
  });
  return [
    road('minor-edge', isMinor, colors.minorEdge, 12, 14),
    road('major-edge', isMajor, colors.majorEdge, 6, 26),
    road('minor', isMinor, colors.minor, 12, 12),
    road('major', isMajor, colors.major, 6, 23),
    {
      ...{ id: `tiles-${layer}-rail`, type: 'line', source, 'source-layer': layer, minzoom: 11 },
      filter: ['all', isLine, isOneOf('rail transit')],
      paint: { 'line-color': colors.division, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
  ];
}

interface Naming {
  layer: string;
  color: string;
  size: ExpressionSpecification | number;
  minzoom?: number;
  filter?: FilterSpecification;
  along?: boolean;
}

function names(source: string, colors: Palette, naming: Naming): Made {
  const { layer, color, size, minzoom = 0, filter = true, along = false } = naming;
  return {
    ...{ id: `tiles-${layer}-name`, type: 'symbol', source, 'source-layer': layer, minzoom },
    filter: ['all', filter as ExpressionSpecification, ['!=', chineseName, '']],
    layout: {
      ...{ 'text-field': chineseName, 'text-font': [...fonts], 'text-size': size, 'text-padding': 6 },
      ...(along && { 'symbol-placement': 'line', 'symbol-spacing': 420, 'text-letter-spacing': 0.15 }),
    },
    paint: { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  } as Made;
}

/** Returns the names; on a collision the last layer wins. */
function allNames(source: string, colors: Palette): Made[] {
  const isHospital = isOneOf('hospital clinic');
  const isTown = isOneOf('city town locality');
  const placeSize: ExpressionSpecification = ['case', isTown, 15, 12.5];
  const make = (naming: Naming) => names(source, colors, naming);
  const street = { color: colors.faintText, size: 12, minzoom: 13, along: true } as const;
  const place = {
    color: colors.text,
    size: placeSize,
    filter: ['==', ['geometry-type'], 'Point'],
  } satisfies Partial<Naming>;
  return [
    make({ layer: 'roads', ...street }),
    make({ layer: 'transportation_name', ...street }),
    make({ layer: 'water_name', color: colors.waterText, size: 12, minzoom: 10 }),
    make({ layer: 'poi', color: colors.hospital, size: 12, minzoom: 14, filter: isHospital }),
    make({ layer: 'pois', color: colors.hospital, size: 12, minzoom: 14, filter: isHospital }),
    make({ layer: 'place', ...place } as Naming),
    make({ layer: 'places', ...place } as Naming),
  ];
}

function lines(source: string, layer: string, color: string): Made {
  return {
    ...{ id: `tiles-${layer}-line`, type: 'line', source, 'source-layer': layer, filter: isLine },
    paint: { 'line-color': color, 'line-width': 1.2 },
  };
}

/**
 * Returns the layers for vector tiles.
 * @param present names of the layers in the tiles
 */
export function vectorLayers(source: string, present: readonly string[], colors: Palette): LayerSpecification[] {
  const made: Made[] = [
    ...areas(colors).map(
      ([layer, color, filter]): Made => ({
        ...{ id: `tiles-${layer}`, type: 'fill', source, 'source-layer': layer, filter },
        paint: { 'fill-color': color },
      }),
    ),
    lines(source, 'waterway', colors.water),
    lines(source, 'water', colors.water),
    lines(source, 'boundaries', colors.division),
    lines(source, 'boundary', colors.division),
    ...roads(source, 'transportation', colors),
    ...roads(source, 'roads', colors),
    ...allNames(source, colors),
  ];
  return made.filter(({ 'source-layer': layer = '' }) => present.includes(layer));
}
