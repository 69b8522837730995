import { isOfferedTo } from '#shared/warnOrder.ts';
import type { WarnRow } from './types.ts';

/** Number of waiting warns that stay visible in a storm. */
export const inView = 8;
/** Minimum number of warns of one area for a storm. */
const smallest = 3;
/** Maximum interval between warns of one storm, ms. */
const span = 60_000;

/** One waiting warn, or those of one area, type and minute: a power cut in a street. */
export type Unit = readonly [WarnRow, ...WarnRow[]];

function belongTogether(a: WarnRow, b: WarnRow): boolean {
  const apart = Math.abs(Date.parse(a.receivedAt) - Date.parse(b.receivedAt));
  return (
    a.area !== null &&
    a.area === b.area &&
    a.type === b.type &&
    a.level === b.level &&
    a.escalation === b.escalation &&
    apart <= span
  );
}

/**
 * Returns the others of a storm; at level 1 only consecutive ones, so that no warn falls behind one with a shorter
 * wait.
 */
function othersOf(row: WarnRow, after: readonly WarnRow[]): readonly WarnRow[] {
  if (row.level > 1) return after.filter((each) => belongTogether(row, each));
  const end = after.findIndex((each) => !belongTogether(row, each));
  return end < 0 ? after : after.slice(0, end);
}

/**
 * Groups storms among the waiting warns; each storm is at the index of its most urgent warn and keeps its order. A warn
 * offered to the user comes first, outside any storm.
 * @param waiting in the user's order
 */
export function units(waiting: readonly WarnRow[], userId: string | null = null): Unit[] {
  const gathered = new Set<WarnRow>();
  return waiting.flatMap((row, index): Unit[] => {
    if (gathered.has(row)) return [];
    if (isOfferedTo(row, userId)) return [[row]];
    const others = othersOf(
      row,
      waiting.slice(index + 1).filter((each) => !gathered.has(each)),
    );
    if (others.length + 1 < smallest) return [[row]];
    for (const each of others) gathered.add(each);
    return [[row, ...others]];
  });
}

/**
 * Returns the number of warns shown per folded unit: all of level 1 (each may be an emergency), else the most urgent
 * one, plus what is left of `inView` once every unit has its minimum.
 */
export function shownOf(all: readonly Unit[]): number[] {
  const least = all.map((unit) => (unit[0].level === 1 ? unit.length : 1));
  let remaining = inView - least.reduce((sum, each) => sum + each, 0);
  return all.map(({ length }, index) => {
    const few = least[index] ?? 1;
    const extra = Math.max(0, Math.min(remaining, length - few));
    remaining -= extra;
    return few + extra;
  });
}
