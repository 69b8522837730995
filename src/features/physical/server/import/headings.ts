import { type FileRow, headingText } from '#features/import/server/service.ts';
import { type ImportField, importFields } from '#features/physical/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { PhysicalCatalogue } from '#shared/physical/catalogue.ts';

/** Code of an item or field by heading; null: left out. */
export type Columns = Readonly<Record<string, string | null>>;

export interface Head {
  /** Row of the headings, from 1. */
  row: number;
  headings: { heading: string; samples: string[] }[];
}

/** Headings of files for what is no item of the catalogue. */
const fieldNames: Record<ImportField, readonly string[]> = {
  idNo: ['身份证', '证件号', '证件号码', '公民身份号码'],
  date: ['检查日期', '体检时间', '检查时间', '日期'],
  pressure: ['血压', '左侧血压'],
  name: ['客户', '客户姓名', '体检人', '病人姓名'],
  doctor: ['责任医生', '体检医生', '主检医生'],
  conclusion: ['体检结论', '总检结论', '结果'],
  advice: ['健康指导', '体检建议', '医生建议'],
  nextDate: ['下次体检', '复查日期'],
};

/** Returns a heading without unit, marks and spaces, in small letters of half width. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/\s*[*]|\s*\((必填|选填)\)/g, '')
    .replace(/[([][^)\]]*[)\]]/g, '')
    .replace(/[\s_:·]+/g, '')
    .toLowerCase();
}

/** Brackets hold a unit, not another name of the item. */
const unitLike = /[/%^]|mmhg|kpa|cm|kg|mm|[°℃℉]|次/i;

/** Returns the unit in the brackets of a heading: 「空腹血糖(mg/dL)」; undefined without one. */
export function unitOfHeading(heading: string): string | undefined {
  const unit = /[([]([^)\]]*)[)\]]/.exec(heading.normalize('NFKC'))?.[1]?.trim();
  return unit !== undefined && unitLike.test(unit) ? unit : undefined;
}

const names = new WeakMap<PhysicalCatalogue, ReadonlyMap<string, string>>();

/** Returns the codes by plain heading: codes, labels, the label's letters, and other names. */
function codesByName(catalogue: PhysicalCatalogue): ReadonlyMap<string, string> {
  const cached = names.get(catalogue);
  if (cached) return cached;
  const codes = new Map<string, string>();
  const add = (name: string, code: string) => {
    const plain = plainHeading(name);
    if (plain && !codes.has(plain)) codes.set(plain, code);
  };
  for (const field of keysOf(importFields)) {
    for (const name of [field, importFields[field], ...(fieldNames[field] ?? [])]) add(name, field);
  }
  for (const { code, label, names: others = [] } of catalogue.items.filter(({ computed }) => !computed)) {
    for (const name of [code, label, ...others]) add(name, code);
    const [, words = '', letters = ''] = /^(.*?)\s*([A-Za-z][A-Za-z0-9-]*)$/.exec(label) ?? [];
    for (const name of [words, letters]) add(name, code);
  }
  for (const alias of Object.keys(catalogue.aliases)) add(alias, alias);
  names.set(catalogue, codes);
  return codes;
}

/** Returns the code that a heading says by its words; undefined for an unknown one. */
export function proposedCode(catalogue: PhysicalCatalogue, heading: string): string | undefined {
  return codesByName(catalogue).get(plainHeading(heading));
}

/** Returns all headings with a code: as stored, the others as proposed; of two proposals for a code the first. */
export function matchHeadings(
  catalogue: PhysicalCatalogue,
  headings: readonly string[],
  stored: Columns,
): { heading: string; code: string | null; source: 'stored' | 'proposed' | 'new' }[] {
  const used = new Set(headings.map((heading) => stored[heading]).filter((code) => typeof code === 'string'));
  return headings.map((heading) => {
    const code = stored[heading];
    if (code !== undefined) return { heading, code, source: 'stored' };
    const proposed = proposedCode(catalogue, heading);
    if (proposed === undefined || used.has(proposed)) return { heading, code: null, source: 'new' };
    used.add(proposed);
    return { heading, code: proposed, source: 'proposed' };
  });
}

/** The fewest cells of a row of headings: a title above them has fewer. */
const fewestHeadings = 2;
const maxSamples = 3;

/** Returns the headings of a file's first lines, each once; undefined without any. */
export function headOf(lines: readonly FileRow[]): Head | undefined {
  const index = lines.findIndex(({ cells }) => new Set(Object.values(cells)).size >= fewestHeadings);
  const line = lines[index];
  if (!line) return undefined;
  const headings = new Map<string, string[]>();
  for (const [column, text] of Object.entries(line.cells)) {
    const heading = headingText(text);
    const samples = headings.get(heading) ?? [];
    for (const { cells } of lines.slice(index + 1)) {
      const sample = cells[column]?.slice(0, 40);
      if (sample !== undefined && samples.length < maxSamples) samples.push(sample);
    }
    headings.set(heading, samples);
  }
  return { row: line.row, headings: [...headings].map(([heading, samples]) => ({ heading, samples })) };
}
