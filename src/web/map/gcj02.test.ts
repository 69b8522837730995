import { expect, test } from 'vitest';
import { amapLink, geoLink } from './gcj02.ts';

// Published pairs of WGS-84 and GCJ-02.
const samples = [
  { wgs: { lat: 31.1774276, lng: 121.5272106 }, gcj: { lat: 31.175304, lng: 121.531542 } },
  { wgs: { lat: 22.543847, lng: 113.912316 }, gcj: { lat: 22.540796, lng: 113.917176 } },
  { wgs: { lat: 39.911954, lng: 116.377817 }, gcj: { lat: 39.913345, lng: 116.384047 } },
];

/** Returns the position that a link opens. */
function linked(place: { lat: number; lng: number }): { lat: number; lng: number } {
  const [lng, lat] = (new URL(amapLink(place, '')).searchParams.get('position') ?? '').split(',').map(Number);
  return { lat: lat ?? 0, lng: lng ?? 0 };
}

test.each(samples)('a position inside China is linked in GCJ-02, within a metre', ({ wgs, gcj }) => {
  const shifted = linked(wgs);
  expect(Math.abs(shifted.lat - gcj.lat)).toBeLessThan(0.00001);
  expect(Math.abs(shifted.lng - gcj.lng)).toBeLessThan(0.00001);
});

test('a position outside China is linked as it is', () => {
  expect(linked({ lat: 48.8584, lng: 2.2945 })).toEqual({ lat: 48.8584, lng: 2.2945 });
});

test('the link to Amap carries GCJ-02 and the geo link WGS-84', () => {
  const place = { lat: 39.911954, lng: 116.377817 };
  const link = new URL(amapLink(place, '柳岸新村 12幢'));
  expect(link.origin + link.pathname).toBe('https://uri.amap.com/marker');
  expect(link.searchParams.get('position')).toMatch(/^116\.3840\d+,39\.9133\d+$/);
  expect(link.searchParams.get('name')).toBe('柳岸新村 12幢');
  expect(geoLink(place)).toBe('geo:39.911954,116.377817');
});
