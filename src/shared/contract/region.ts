import { type Static, Type } from '#shared/typebox.ts';
import { post, strict } from '../endpoint.ts';

/** A province, city or county with its code of the national division (6 digits; 12 for the towns of a city without counties). */
export interface Region {
  code: string;
  name: string;
  children?: Region[];
}

/** A street or town with its code (9 digits). */
const Street = strict({ code: Type.String(), name: Type.String() });
export type Street = Static<typeof Street>;

/** Codes of departments, projects and addresses: 6 digits for a county, 9 for a sub-district, 12 for a community. */
export const regionPattern = '^(\\d{6}|\\d{9}|\\d{12})$';

/** Shared endpoint: every form with an area shows these choices. */
export const regionApi = {
  getRegionTree: post('/api/region/getRegionTree', {
    title: '行政区划',
    permission: 'login',
    change: false,
    input: {},
    output: Type.Unsafe<Region[]>({ type: 'array', items: { type: 'object', additionalProperties: true } }),
  }),
  /** Returns the streets of a county, as of 2023; empty for a county without data. */
  getRegionStreets: post('/api/region/getRegionStreets', {
    title: '区县的街道',
    permission: 'login',
    change: false,
    input: { code: Type.String({ pattern: '^\\d{6}$', title: '区划代码', msg: '请输入区县的6位代码' }) },
    output: Type.Array(Street),
  }),
};

/**
 * Returns the regions that lead to a code, from the province down; for a longer code those of its county. Regions
 * missing in the division are missing at the end.
 */
export function regionPath(tree: readonly Region[], code: string): Region[] {
  const path: Region[] = [];
  let level: readonly Region[] | undefined = tree;
  for (const prefixCode of [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code.slice(0, 6)]) {
    const region: Region | undefined = level?.find((candidate) => candidate.code === prefixCode);
    if (!region) break;
    path.push(region);
    if (prefixCode === code) break;
    level = region.children;
  }
  // Dongguan, Zhongshan and Danzhou have towns directly below the city.
  const town =
    path.length === 2 && path[1]?.code !== code ? level?.find((candidate) => candidate.code === code) : undefined;
  return town ? [...path, town] : path;
}

/** Filler levels between a province and its counties; they are not written in an address. */
const fillers = new Set(['省直辖县级行政单位', '自治区直辖县级行政区划', '市辖区']);

/** Returns the region as text: 浙江省衢州市柯城区; 北京市东城区. */
export function regionText(path: readonly Region[]): string {
  return path
    .map(({ name }) => name)
    .filter((name, index, all) => !fillers.has(name) && name !== all[index - 1])
    .join('');
}

/**
 * Returns the common prefix of the codes of an area and of all areas below it: 33 for 330000, 3308 for 330800, else the
 * code.
 */
export function regionPrefix(code: string): string {
  return code.length > 6 ? code : code.replace(/(00){1,2}$/, '');
}
