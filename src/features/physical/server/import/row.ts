import { type CellProblem, dayIn as dayText } from '#features/import/server/service.ts';
import { type ImportField, importFields } from '#features/physical/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { PhysicalCatalogue, PhysicalItem } from '#shared/physical/catalogue.ts';
import { itemsByCode } from '#shared/physical/catalogues.ts';
import type { GivenItem } from '#shared/physical/entered.ts';
import { isCalendarDay } from '#shared/rule/rules.ts';
import { applyGiven } from '../act/form.ts';
import { unitOfHeading } from './headings.ts';

/** Cells of a row by code of the item or field. */
export type Cells = Readonly<Record<string, string>>;

/** What a row says about an examination, apart from the person. */
export interface RowContent {
  date: string;
  doctor?: string;
  conclusion?: string;
  advice?: string;
  nextDate?: string;
  items: GivenItem[];
}

/** Words of a cell for an item that was not examined. */
const absentWords = ['无', '未查', '未检', '未做', '/', '-', '—', '--'];

const isField = (code: string): code is ImportField => Object.hasOwn(importFields, code);

/** Returns the number of a cell; marks of a laboratory behind it are left out. Undefined for any other text. */
function numberIn(cell: string): number | undefined {
  const text = cell
    .normalize('NFKC')
    .replace(/\s*[↑↓]+$/, '')
    .trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function hasOption({ options = [] }: PhysicalItem, cell: string): boolean {
  return cell.split(/[,，、]/).every((part) => options.some(({ code, label }) => [code, label].includes(part.trim())));
}

/** Returns the result of an item as its cell says it; a text where a number belongs stays a text, and is refused. */
function itemIn(item: PhysicalItem, code: string, cell: string, unit: string | undefined): GivenItem {
  if (absentWords.includes(cell) && !hasOption(item, cell)) return { code, absent: true };
  if (item.form === 'number') {
    const value = numberIn(cell);
    return value === undefined ? { code, text: cell } : { code, value, ...(unit !== undefined && { unit }) };
  }
  if (item.form === 'choice' && item.note && !hasOption(item, cell)) return { code, note: cell };
  return { code, text: item.form === 'choice' ? cell.replace(/[，、]/g, ',') : cell };
}

/** Returns what a cell gives: of a pressure both values, of any other item its own. */
function itemsIn(catalogue: PhysicalCatalogue, code: string, cell: string, heading: string): GivenItem[] | string {
  if (code === 'pressure') {
    const [, systolic, diastolic] = /^(\d{2,3})\s*\/\s*(\d{2,3})$/.exec(cell.normalize('NFKC')) ?? [];
    if (!systolic || !diastolic) return '血压应写成 高压/低压，如 150/90';
    return [
      { code: '8480-6', value: Number(systolic) },
      { code: '8462-4', value: Number(diastolic) },
    ];
  }
  const item = itemsByCode(catalogue).get(catalogue.aliases[code]?.code ?? code);
  if (!item) return '这个项目已不在体检表里，请重新对应这一列';
  return [itemIn(item, code, cell, unitOfHeading(heading))];
}

/** Reads the day of a cell. `earliest`, `latest`: both allowed. */
function dayOf(cell: string | undefined, earliest: string, latest: string): { day: string } | { msg: string } {
  const day = dayText(cell ?? '');
  if (cell === undefined) return { msg: '没有填写' };
  if (!isCalendarDay(day)) return { msg: `「${cell.slice(0, 20)}」不是日期，应写成 2026-11-20` };
  if (day < earliest) return { msg: `日期不能早于 ${earliest}` };
  return day > latest ? { msg: `日期不能晚于 ${latest}` } : { day };
}

/** First day of an examination that is taken. */
const firstDay = '1990-01-01';
const lastNext = '2100-12-31';

const texts = { doctor: 20, conclusion: 2000, advice: 2000 } as const;

type Refuse = (code: string, msg: string) => void;

function readTexts(cells: Cells, refuse: Refuse): Partial<Record<keyof typeof texts, string>> {
  const read: Partial<Record<keyof typeof texts, string>> = {};
  for (const field of keysOf(texts)) {
    const text = cells[field];
    if (text === undefined) continue;
    if (text.length > texts[field]) refuse(field, `不能超过 ${texts[field]} 个字`);
    else read[field] = text;
  }
  return read;
}

function readItems(
  catalogue: PhysicalCatalogue,
  cells: Cells,
  headings: Readonly<Record<string, string>>,
  refuse: Refuse,
): GivenItem[] {
  const items: GivenItem[] = [];
  const columnOf = new Map<string, string>();
  for (const [code, cell] of Object.entries(cells)) {
    if (isField(code) && code !== 'pressure') continue;
    const outcome = itemsIn(catalogue, code, cell, headings[code] ?? '');
    if (typeof outcome === 'string') {
      refuse(code, outcome);
      continue;
    }
    items.push(...outcome);
    for (const item of outcome) columnOf.set(`items.${catalogue.aliases[item.code]?.code ?? item.code}`, code);
  }
  const { errors } = applyGiven(catalogue, new Map(), items);
  for (const { field, msg } of errors) refuse(columnOf.get(field) ?? field, msg);
  return items;
}

/**
 * Reads a row of an institution's file by the catalogue; every bad cell is named by its heading.
 * @param headings heading by code
 */
export function readRow(
  catalogue: PhysicalCatalogue,
  cells: Cells,
  headings: Readonly<Record<string, string>>,
  { today, birthDate }: { today: string; birthDate: string | null },
): { content: RowContent; errors: CellProblem[] } {
  const errors: CellProblem[] = [];
  const refuse: Refuse = (code, msg) => errors.push({ column: headings[code] ?? code, msg });
  const dayIn = (code: 'date' | 'nextDate', earliest: string, latest: string) => {
    const read = dayOf(cells[code], earliest, latest);
    if ('day' in read) return read.day;
    refuse(code, read.msg);
    return '';
  };
  const date = dayIn('date', birthDate !== null && birthDate > firstDay ? birthDate : firstDay, today);
  const nextDate = cells.nextDate === undefined ? '' : dayIn('nextDate', date || firstDay, lastNext);
  const content: RowContent = {
    date,
    ...(nextDate && { nextDate }),
    ...readTexts(cells, refuse),
    items: readItems(catalogue, cells, headings, refuse),
  };
  return { content, errors };
}
