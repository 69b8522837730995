import { beforeAll, expect, test } from 'vitest';
import { buildingPosition, districtCentre, type Position } from '#shared/district.ts';
import { divisionAt, loadBoundaries, loadDivisions, placeName } from '../base/boundaries.ts';
import { emptyBase } from '../base/decode.ts';
import type { MapBase } from '../base/load.ts';
import type { MapMarker } from '../types.ts';
import { initialView, initialViewKey } from './initialView.ts';
import { boxOf, projectNear } from './projection.ts';

const size = { width: 386, height: 220 };
const customer: MapMarker = { id: '1', kind: 'alarm', level: 1, label: '王桂兰', ...buildingPosition('柳岸新村', 12) };
const nurse: MapMarker = { id: '2', kind: 'contact', label: '方建平', ...buildingPosition('文昌里', 2) };

let real: MapBase;
let demo: MapBase;
beforeAll(async () => {
  await loadDivisions([-180, -90, 180, 90]);
  real = { boundaries: await loadBoundaries(), district: null, tiles: null };
  demo = { ...real, district: emptyBase };
});

function isSeen(viewport: ReturnType<typeof initialView>, place: Position): boolean {
  const { x, y } = projectNear(viewport, place);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

test('without a centre the map shows every marker, wherever it looked before', () => {
  const previous = { ...size, lat: 0, lng: 0, zoom: 18 };
  const viewport = initialView({ markers: [customer, nurse] }, previous, demo);
  for (const marker of [customer, nurse]) expect(isSeen(viewport, marker)).toBe(true);
});

test('a centre wins over the markers', () => {
  const center = { lat: 28.94, lng: 118.89 };
  expect(initialView({ markers: [customer], center, zoom: 17 }, size, demo)).toEqual({ ...center, ...size, zoom: 17 });
});

test('with nothing to show the map looks at the district of the demo data, without them at the country', () => {
  expect(initialView({ markers: [] }, size, demo)).toMatchObject(districtCentre);
  expect(divisionAt(real.boundaries, initialView({ markers: [] }, size, real))?.properties.name).toBe('定西市');
  expect(initialView({ markers: [] }, size, real).zoom).toBeLessThan(4);
});

const places: [string, Position, string | undefined][] = [
  ['Beijing', { lat: 39.907_375, lng: 116.391_349 }, '北京市 东城区'],
  ['Shanghai', { lat: 31.2304, lng: 121.55 }, '上海市 浦东新区'],
  ['Quzhou', { lat: 28.98, lng: 118.8 }, '浙江省 衢州市'],
  ['Kashgar', { lat: 39.47, lng: 75.99 }, '新疆维吾尔自治区 喀什地区'],
  ['Taipei', { lat: 25.03, lng: 121.5 }, '台湾省'],
  ['Lisbon', { lat: 38.7223, lng: -9.1393 }, '近葡萄牙'],
  ['Porto', { lat: 41.15, lng: -8.5 }, '葡萄牙'],
  ['the middle of the Pacific', { lat: 0, lng: -150 }, undefined],
  ['the date line', { lat: 0, lng: 180 }, undefined],
  ['the other side of it', { lat: 0, lng: -180 }, undefined],
  ['the north pole', { lat: 90, lng: 0 }, undefined],
  ['the south pole', { lat: -90, lng: 0 }, '近南极洲'],
  ['Antarctica', { lat: -80, lng: 90 }, '南极洲'],
];

test.each(places)('a position in %s is in view with what it lies in, near enough to see borders', (_, at, name) => {
  const placedMarker = { ...customer, ...at };
  for (const base of [real, demo]) {
    const viewport = initialView({ markers: [placedMarker], selectedId: placedMarker.id }, size, base);
    expect(isSeen(viewport, placedMarker)).toBe(true);
    expect(viewport.zoom).toBeGreaterThanOrEqual(4);
    expect(viewport.zoom).toBeLessThan(11);
    expect(boxOf(viewport).every(Number.isFinite)).toBe(true);
  }
  expect(placeName(real.boundaries, at)).toBe(name);
});

test('a home 1,240 km away does not move the map off the person, showing everything does', () => {
  const placedMarker = { ...customer, lat: 39.907_375, lng: 116.391_349 };
  const home: MapMarker = { ...nurse, id: 'home', kind: 'home' };
  const props = { markers: [home, placedMarker], selectedId: placedMarker.id };
  expect(isSeen(initialView(props, size, demo), home)).toBe(false);
  const whole = initialView(props, size, demo, true);
  for (const marker of props.markers) expect(isSeen(whole, marker)).toBe(true);
});

test('neighbours across the date line are looked at together', () => {
  const west = { ...customer, lat: -17, lng: 179.9 };
  const east = { ...nurse, lat: -17, lng: -179.9 };
  const viewport = initialView({ markers: [west, east] }, size, real);
  for (const marker of [west, east]) expect(isSeen(viewport, marker)).toBe(true);
  expect(Math.abs(viewport.lng)).toBeGreaterThan(179);
});

test('a marker that moves or is placed by hand does not move the map, another marker does', () => {
  const moved = { ...customer, lat: customer.lat + 0.001 };
  expect(initialViewKey({ markers: [moved] })).toBe(initialViewKey({ markers: [customer] }));
  expect(initialViewKey({ markers: [customer, nurse] })).not.toBe(initialViewKey({ markers: [customer] }));
  const onPlace = () => undefined;
  expect(initialViewKey({ markers: [customer], onPlace })).toBe(initialViewKey({ markers: [], onPlace }));
});
