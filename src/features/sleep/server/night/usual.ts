import { type ComparedFigure, comparedFigures } from '#features/sleep/contract.ts';
import { type Usual, usualNights, usualOf } from '#shared/health/night/spread.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import type { NightRow } from './rows.ts';

/** Returns a figure of a night that is compared with those before; null without it. */
function figureOf(row: NightRow, name: ComparedFigure): number | null {
  if (name === 'hr') return row.hr?.avg ?? null;
  if (name === 'hrMin') return row.hr?.min ?? null;
  if (name === 'rr') return row.rr?.avg ?? null;
  if (name === 'deep' || name === 'rem') {
    const stage = row[name];
    return stage === null || !row.tst ? null : (stage / row.tst) * 100;
  }
  return row[name];
}

/** Nights with too few data teach nothing. */
export const isValid = ({ marks }: Pick<NightRow, 'marks'>): boolean =>
  !marks.includes('short') && !marks.includes('gaps');

/** Returns the day some days before. */
export const daysBefore = (day: string, days: number): string => dayAfter(day, -days);

/** Returns the first day of the 14 before a night. */
export const usualSince = (night: string): string => daysBefore(night, usualNights);

/** Returns the usual range of each figure of the nights before; those without 7 nights are absent. */
export function usualFigures(before: readonly NightRow[]): Partial<Record<ComparedFigure, Usual>> {
  const valid = before.filter(isValid);
  const entries = comparedFigures.flatMap((name): [ComparedFigure, Usual][] => {
    const usual = usualOf(valid.map((row) => figureOf(row, name)));
    return usual ? [[name, usual]] : [];
  });
  return Object.fromEntries(entries);
}
