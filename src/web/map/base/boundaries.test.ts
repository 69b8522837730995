import { expect, test } from 'vitest';
import { countries, divisions, provinces } from '../../../../script/map/boundaries.ts';
import { containing } from './boundary.ts';

const byProvince = divisions();
const all = [...byProvince.values()].flatMap(({ features }) => features);
const names = all.map(({ properties }) => properties.name);

test('every province has its outline and its prefectures, each small enough to come with the map', () => {
  expect(provinces().features).toHaveLength(34);
  expect(provinces().features.every(({ properties }) => properties.name !== '')).toBe(true);
  expect(byProvince.size).toBe(34);
  for (const file of byProvince.values()) expect(JSON.stringify(file).length).toBeLessThan(100_000);
});

test('prefectures and districts stand under the names of today, each once', () => {
  expect(new Set(all.map(({ properties }) => properties.code)).size).toBe(all.length);
  expect(names).toEqual(
    expect.arrayContaining(['襄阳市', '毕节市', '滨海新区', '密云区', '那曲市', '开州区', '蓟州区']),
  );
  for (const gone of ['襄樊市', '宣武区', '卢湾区', '南汇区', '塘沽区', '巢湖市', '莱芜市', '密云县'])
    expect(names).not.toContain(gone);
});

test('borders are WGS-84: 前门大街 parts 西城区 from 东城区 where GPS puts it', () => {
  const at = (lng: number) => containing(all, { lat: 39.885, lng })?.properties.name;
  expect(at(116.3895)).toBe('西城区');
  expect(at(116.3945)).toBe('东城区');
});

test('countries have Chinese names, and the country is drawn as it draws itself', () => {
  const found = countries().features;
  const nameAt = (lat: number, lng: number) => containing(found, { lat, lng })?.properties.name;
  expect(nameAt(48.85, 2.35)).toBe('法国');
  expect(nameAt(23.7, 121)).toBe('中国');
  expect(nameAt(28.0, 94.5)).toBe('中国');
});
