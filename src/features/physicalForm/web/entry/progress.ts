import type { PhysicalCatalogue } from '#shared/physical/catalogue.ts';
import { isAbnormal, type Row } from './rows.ts';

/** How far a section is. */
export interface SectionProgress {
  code: string;
  label: string;
  filled: number;
  /** Items of the form that are still empty. */
  missing: number;
  abnormal: number;
}

type Rows = ReadonlyMap<string, Row>;

/** Only a yearly examination lacks items; the others have what was examined. */
const isWhole = (kind: string): boolean => kind === 'yearly';

/** Returns whether an item counts as missing while it is empty. */
const isExpected = ({ item }: Row): boolean => item.needed === true || item.expected === true;
const isMissing = (row: Row): boolean => !row.item.computed && isExpected(row) && row.isEmpty;

/** Returns the rows of each group of a section, in order. */
export function groupsOf({ groups }: PhysicalCatalogue, rows: Rows, section: string) {
  return groups
    .filter((group) => group.section === section)
    .map((group) => ({ ...group, rows: [...rows.values()].filter(({ item }) => item.group === group.code) }))
    .filter((group) => group.rows.length > 0);
}

/** Returns how far each section of an examination of this kind is. */
export function progressOf(catalogue: PhysicalCatalogue, rows: Rows, kind: string): SectionProgress[] {
  return catalogue.sections.map(({ code, label }) => {
    const all = groupsOf(catalogue, rows, code).flatMap((group) => group.rows);
    return {
      ...{ code, label },
      filled: all.filter((row) => !row.isEmpty).length,
      missing: isWhole(kind) ? all.filter(isMissing).length : 0,
      abnormal: all.filter(isAbnormal).length,
    };
  });
}

/** Returns the codes of a section's fields in the order of the walk. */
export const walkOf = (catalogue: PhysicalCatalogue, rows: Rows, section: string): string[] =>
  groupsOf(catalogue, rows, section).flatMap((group) =>
    group.rows.flatMap(({ item }) => (item.computed ? [] : [item.code])),
  );

/** Returns all fields with their sections, in the order of the walk. */
export function allFields(catalogue: PhysicalCatalogue, rows: Rows): { code: string; section: string }[] {
  return catalogue.sections.flatMap(({ code: section }) =>
    walkOf(catalogue, rows, section).map((code) => ({ code, section })),
  );
}

/** Returns the next missing item after one, from the beginning again after the last; undefined when nothing is missing. */
export function nextMissing(catalogue: PhysicalCatalogue, rows: Rows, kind: string, after: string | undefined) {
  if (!isWhole(kind)) return undefined;
  const fields = allFields(catalogue, rows);
  const begin = fields.findIndex(({ code }) => code === after) + 1;
  return [...fields.slice(begin), ...fields.slice(0, begin)].find(({ code }) => {
    const row = rows.get(code);
    return row !== undefined && isMissing(row);
  });
}

/** Returns the items without which an examination of this kind is not submitted. */
export const lackingOf = (rows: Rows, kind: string): Row[] =>
  [...rows.values()].filter((row) => isWhole(kind) && row.item.needed === true && row.isEmpty);
