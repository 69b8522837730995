import type { PhysicalCatalogue, PhysicalFlag, PhysicalItem } from '#shared/physical/catalogue.ts';
import { groupsOf } from '../entry/progress.ts';
import { isAbnormal, type Row, resultOf, resultWords } from '../entry/rows.ts';
import type { FormerPhysical, PhysicalRecord } from '../record.ts';

/** One examination as a column. */
export interface YearColumn {
  id: string;
  date: string;
  org: string;
  abnormal: number;
  isThis: boolean;
}

interface YearCell {
  id: string;
  text: string;
  flag: PhysicalFlag;
  value: number | null;
}

/** One item over the examinations, oldest first. */
export interface YearRow {
  item: PhysicalItem;
  cells: YearCell[];
  /** Limits of the newest examination with a value. */
  low: number | null;
  high: number | null;
}

type Rows = ReadonlyMap<string, Row>;

/** Returns the examinations side by side, oldest first and this one last. */
export function columnsOf({ before, id, date, org }: PhysicalRecord, abnormal: number): YearColumn[] {
  const older = before.map((one) => ({ ...one, isThis: false })).toReversed();
  return [...older, { id, date, org, abnormal, isThis: true }].map((one) => ({
    ...{ id: one.id, date: one.date, org: one.org, abnormal: one.abnormal, isThis: one.isThis },
  }));
}

function cellOf({ id, items }: FormerPhysical, item: PhysicalItem): YearCell {
  const result = items.find(({ code }) => code === item.code);
  return { id, text: resultWords(item, result), flag: result?.flag ?? 'none', value: result?.value ?? null };
}

function rowOf(row: Row, { id, before }: PhysicalRecord): YearRow {
  const { item, flag, value, limits } = row;
  const own = { id, flag, value, text: row.isEmpty ? '' : resultWords(item, resultOf(row)) };
  return {
    item,
    cells: [...before.map((one) => cellOf(one, item)).toReversed(), own],
    ...{ low: limits.low, high: limits.high },
  };
}

/** Returns the groups of items that any of the examinations has a result of. */
export function yearGroups(catalogue: PhysicalCatalogue, rows: Rows, record: PhysicalRecord) {
  return catalogue.sections
    .flatMap(({ code }) => groupsOf(catalogue, rows, code))
    .map(({ code, label, rows: own }) => ({
      ...{ code, label },
      rows: own.map((row) => rowOf(row, record)).filter(({ cells }) => cells.some(({ text }) => text !== '')),
    }))
    .filter((group) => group.rows.length > 0);
}

/** Returns whether any of the results is out of its range. */
export const isEverOut = ({ cells }: YearRow): boolean => cells.some(isAbnormal);
