import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LazyMap } from './LazyMap.tsx';
import type { MapMarker } from './types.ts';

const customer: MapMarker = {
  id: '1',
  kind: 'alarm',
  level: 1,
  label: '王桂兰',
  lat: 28.938182,
  lng: 118.884461,
  accuracy: 12,
  at: '2026-11-20T09:41:46.000Z',
};
const station: MapMarker = { id: '2', kind: 'station', label: '望湖服务站', lat: 28.936, lng: 118.882 };

function markup(markers: MapMarker[], address?: string): string {
  return renderToStaticMarkup(<LazyMap theme="light" markers={markers} height={220} address={address} mode="GPS" />);
}

test('before the map is there, address, coordinates, accuracy and links stand in its box', () => {
  const html = markup([station, customer], '柳岸新村 12幢2单元301');
  expect(html).toContain('柳岸新村 12幢2单元301');
  expect(html).toContain('28.938182, 118.884461');
  expect(html).toContain('GPS ±12 m');
  expect(html).toContain('https://uri.amap.com/marker?position=118.889');
  expect(html).toContain('geo:28.938182,118.884461');
  expect(html).toContain('height:220px');
});

test('the alarm is what the words are about, not the first marker', () => {
  expect(markup([station, customer])).toContain('王桂兰');
});

test('without a position it says so and offers no link', () => {
  const html = markup([]);
  expect(html).toContain('没有位置');
  expect(html).not.toContain('href');
});
