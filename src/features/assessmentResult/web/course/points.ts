import type { AssessmentDetail } from '#features/assessment/contract.ts';
import type { Ruler } from '../ruler.ts';

/** A result in the course of the years. */
export interface CoursePoint {
  id: string;
  date: string;
  total: number | null;
  finalLabel: string | null;
  parts: Readonly<Record<string, number>>;
  /** The page's own assessment before its review. */
  isOpen: boolean;
}

/** Returns the finished assessments of the scale with the shown one, oldest first. */
export function courseOf(assessment: AssessmentDetail): CoursePoint[] {
  const { id, date, total, finalLabel, manualGradeLabel, parts, history, status } = assessment;
  const past = history.map((one): CoursePoint => ({ ...one, isOpen: false }));
  if (past.some((one) => one.id === id) || status === 'void') return past;
  const label = finalLabel ?? manualGradeLabel;
  const own = { id, date, total, finalLabel: label, parts: parts ?? {}, isOpen: status === 'review' };
  return [...past, own].toSorted((a, b) => a.date.localeCompare(b.date));
}

/** Returns the lowest and highest value of the axis: the bands that the totals touch, at least two of them. */
export function rangeOf(totals: readonly number[], ruler: Ruler | undefined): [number, number] {
  if (!ruler) return [0, Math.max(1, ...totals)];
  const bands = ruler.bands.toSorted((a, b) => a.from - b.from);
  const touched = bands.flatMap(({ from, to }, place) =>
    totals.some((total) => from <= total && total <= to) ? [place] : [],
  );
  const low = Math.max(0, Math.min(...touched, bands.length - 1));
  const high = Math.max(low, ...touched);
  const first = low === high ? Math.max(0, low - 1) : low;
  const last = low === high ? Math.min(bands.length - 1, high + 1) : high;
  const from = bands[first]?.from ?? 0;
  return [from, Math.max(bands[last]?.to ?? 1, from + 1)];
}

/** Describes the course: 4 次，2023-12-01 71 分，2026-11-20 52 分，少 19 分. */
export function courseSentence(points: readonly CoursePoint[]): string {
  const scored = points.filter(({ total }) => total !== null);
  const [first] = scored;
  const last = scored.at(-1);
  if (!first || !last || first === last) return `${points.length} 次`;
  const change = (last.total ?? 0) - (first.total ?? 0);
  const text = change === 0 ? '没有变' : change > 0 ? `多 ${change} 分` : `少 ${-change} 分`;
  return `${points.length} 次，${first.date} ${first.total} 分，${last.date} ${last.total} 分，${text}`;
}
