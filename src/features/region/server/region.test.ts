import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Region, regionPath } from '#shared/contract/region.ts';
import { regionName, regions, requireRegion, streetsOf } from './service.ts';

const flat = (nodes: readonly Region[]): Region[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

test.each([
  ['330000', '浙江省'],
  ['330800', '浙江省衢州市'],
  ['330802', '浙江省衢州市柯城区'],
  ['330802001', '浙江省衢州市柯城区'],
  ['110101', '北京市东城区'],
  ['441900003000', '广东省东莞市东城街道'],
  ['659012', '新疆维吾尔自治区白杨市'],
  ['810000', '香港特别行政区'],
])('%s is %s', (code, name) => {
  expect(regionName(code)).toBe(name);
  expect(() => requireRegion(code)).not.toThrow();
});

test.each(['330899', '990000', '330809', '33080', '331'])('%s is no division of the country', (code) => {
  expect(() => requireRegion(code)).toThrow('行政区划代码不存在');
});

test('all provinces are there, and every code is found again by the way that leads to it', () => {
  expect(regions()).toHaveLength(34);
  fc.assert(
    fc.property(fc.constantFrom(...flat(regions())), (region) => {
      const path = regionPath(regions(), region.code);
      expect(path.at(-1)).toEqual(region);
      for (const [index, above] of path.slice(0, -1).entries()) expect(above.children).toContain(path[index + 1]);
    }),
    { numRuns: 500 },
  );
});

test('the streets of a county are those of 2023, each with its nine digits, and none where the list knows none', async () => {
  const streets = await streetsOf('330802');
  expect(streets).toContainEqual({ code: '330802006', name: '府山街道' });
  expect(await streetsOf('441900')).toContainEqual({ code: '441900003', name: '东城街道' });
  for (const { code, name } of streets) expect(`${code} ${name}`).toMatch(/^330802\d{3} \S+$/);
  expect([await streetsOf('330800'), await streetsOf('810000'), await streetsOf('000000')]).toEqual([[], [], []]);
});
