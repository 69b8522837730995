import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Boundaries } from './boundaries.ts';
import type { Boundary } from './boundary.ts';
import { fonts, type Palette, shownFrom } from './palette.ts';

/** Returns the shapes of boundaries. */
export function shapes(features: readonly Boundary[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features: [...features] };
}

/** Returns a point for each name. */
export function names(features: readonly Boundary[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: features.map(({ properties: { name, at } }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates: at },
    })),
  };
}

function source(data: GeoJSON.FeatureCollection): GeoJSONSourceSpecification {
  return { type: 'geojson', data, maxzoom: 12 };
}

/** Returns the sources of countries, provinces and the prefectures loaded so far, each with their names. */
export function boundarySources(
  { countries, provinces }: Boundaries,
  divisions: readonly Boundary[],
): StyleSpecification['sources'] {
  return {
    country: source(shapes(countries)),
    'country-name': source(names(countries)),
    province: source(shapes(provinces)),
    'province-name': source(names(provinces)),
    division: source(shapes(divisions)),
    'division-name': source(names(divisions)),
  };
}

type Reach = { minzoom?: number; maxzoom?: number };

function land(id: string, color: string, reach: Reach): LayerSpecification {
  return { id: `${id}-land`, type: 'fill', source: id, ...reach, paint: { 'fill-color': color } };
}

function border(id: string, color: string, width: number, reach: Reach): LayerSpecification {
  return {
    id: `${id}-border`,
    type: 'line',
    source: id,
    ...reach,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  };
}

function name(id: string, color: string, size: number, colors: Palette, reach: Reach): LayerSpecification {
  return {
    id: `${id}-name`,
    type: 'symbol',
    source: `${id}-name`,
    ...reach,
    layout: { 'text-field': ['get', 'name'], 'text-font': [...fonts], 'text-size': size, 'text-padding': 6 },
    paint: { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  };
}

/** Returns the layers of land and borders, below everything else; provinces are replaced by their prefectures. */
export function boundaryLayers(colors: Palette): LayerSpecification[] {
  const near: Reach = { minzoom: shownFrom.division };
  const far: Reach = { maxzoom: shownFrom.division };
  return [
    land('country', colors.ground, {}),
    land('province', colors.ground, {}),
    land('division', colors.ground, near),
    border('country', colors.country, 1, {}),
    border('province', colors.province, 1.2, far),
    border('division', colors.division, 1.2, near),
  ];
}

/** Returns the layers of names; on a collision the last layer wins. */
export function boundaryNames(colors: Palette): LayerSpecification[] {
  return [
    name('division', colors.text, 12, colors, { minzoom: shownFrom.division }),
    name('province', colors.text, 13, colors, { minzoom: 3, maxzoom: shownFrom.division + 0.8 }),
    name('country', colors.faintText, 13, colors, { minzoom: 1.5, maxzoom: 7 }),
  ];
}
