import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { decodeBase } from './decode.ts';
import file from './district.json' with { type: 'json' };
import type { DistrictFile } from './format.ts';
import type { MapBase } from './load.ts';
import { mapStyle, withAddedLayers } from './style.ts';

const base: MapBase = {
  boundaries: { countries: [], provinces: [] },
  district: decodeBase(file as DistrictFile),
  tiles: null,
};

test.each(['light', 'dark'] as const)('the %s map needs no address: no tiles, glyphs or sprites', (theme) => {
  const style = mapStyle(base, [], theme);
  expect(style.glyphs).toBeUndefined();
  expect(style.sprite).toBeUndefined();
  expect(
    Object.values(style.sources).every((source) => source.type === 'geojson' && typeof source.data === 'object'),
  ).toBe(true);
  expect(JSON.stringify(style)).not.toContain('://');
});

test('dark is another colouring of the same layers', () => {
  const ids = (theme: 'light' | 'dark') => mapStyle(base, [], theme).layers.map((layer) => layer.id);
  expect(ids('dark')).toEqual(ids('light'));
  expect(mapStyle(base, [], 'dark').layers[0]).not.toEqual(mapStyle(base, [], 'light').layers[0]);
});

test('without the district of the demo data no street, building or name of it is in the style', () => {
  const { sources } = mapStyle({ ...base, district: null }, [], 'light');
  for (const id of ['park', 'water', 'building', 'road', 'label'])
    expect(sources[id]).toMatchObject({ data: { features: [] } });
});

test('what others have added above the base stays when the theme changes', () => {
  const base = { boundaries: { countries: [], provinces: [] }, district: null, tiles: null };
  const light = mapStyle(base, [], 'light');
  const people: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
  const layer: LayerSpecification = { id: 'people', type: 'circle', source: 'people' };
  const drawn = { ...light, sources: { ...light.sources, people }, layers: [...light.layers, layer] };
  const dark = withAddedLayers(drawn, mapStyle(base, [], 'dark'));
  expect([dark.sources.people, dark.layers.at(-1)]).toEqual([people, layer]);
  expect(dark.layers.slice(0, -1)).toEqual(mapStyle(base, [], 'dark').layers);
});
