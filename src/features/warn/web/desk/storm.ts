import { isOfferedTo } from '#shared/warnOrder.ts';
import type { WarnRow } from './types.ts';

/** So many waiting alarms are in view whatever comes at once. */
export const inView = 8;
/** Fewer alarms of one place are no storm. */
const smallest = 3;
/** Alarms of one place that come within this span of each other are one event, ms. */
const span = 60_000;

/** One waiting alarm, or those of one place, kind and minute: a power cut in a street. */
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

/** Of level 1 those that follow each other: nobody there stands behind somebody who has waited less. */
function othersOf(row: WarnRow, after: readonly WarnRow[]): readonly WarnRow[] {
  if (row.level > 1) return after.filter((each) => belongTogether(row, each));
  const end = after.findIndex((each) => !belongTogether(row, each));
  return end < 0 ? after : after.slice(0, end);
}

/**
 * Gathers storms out of the waiting alarms; each stands where its most urgent alarm stands, and keeps its own order.
 * An offer to the user belongs to no storm: it comes first, the others of its place do not.
 * @param waiting in the user's order of alarms
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
 * How many alarms of each unit are shown while it is folded: all of level 1, since behind each is a person in need; of
 * another storm the most urgent one at least, and as many more as are left of those `inView` when the rest has its place.
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
