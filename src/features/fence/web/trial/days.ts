import type { FenceSide, Unusable } from '#shared/place/fenceJudge.ts';
import { type Hours, isWithinHours, weekMinute } from '#shared/place/hours.ts';
import type { Trial, TriedFence, TriedFix } from '#shared/place/simulate.ts';

const minute = 60_000;
export const dayMinutes = 1440;

/** Part of a day, in minutes of the clock. */
export interface Segment {
  from: number;
  to: number;
  /** `bad`: where the fence does not want the person. */
  state: 'good' | 'bad' | 'gap';
}

export interface TriedDay {
  /** Instant of its beginning, ms. */
  start: number;
  segments: Segment[];
  /** Parts out of the hours of the fence. */
  off: { from: number; to: number }[];
  /** Minutes on the bad side. */
  badMinutes: number;
  /** Fixes on the bad side that were not confirmed. */
  lone: TriedFix[];
  /** Places of the alarms among those of all days, from 1, with their minute. */
  rings: { number: number; at: number }[];
  /** A crossing to the bad side rang no alarm, because it was out of the hours. */
  isOff: boolean;
}

const clockMinute = (at: number, zone: string) => weekMinute(at, zone) % dayMinutes;

/** Returns the beginning of the day of an instant by the clock of a zone. */
export function dayStart(at: number, zone: string): number {
  return Math.floor(at / minute) * minute - clockMinute(at, zone) * minute;
}

/** Returns the longest time between two fixes that is no gap, ms: 15 min, or 3 times the usual interval. */
export function gapAfter(fixes: readonly TriedFix[]): number {
  const steps = fixes.slice(1).map(({ at }, i) => at - (fixes[i]?.at ?? at));
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(15 * minute, 3 * usual);
}

interface Run {
  isBad: boolean;
  fixes: TriedFix[];
}

/** Groups the fixes that tell a side by runs on the same side. */
function runsOf(fixes: readonly TriedFix[], verdicts: Trial['verdicts'], badSide: FenceSide | null): Run[] {
  const runs: Run[] = [];
  for (const [i, fix] of fixes.entries()) {
    const verdict: FenceSide | Unusable | undefined = verdicts[i];
    if (verdict !== 'inside' && verdict !== 'outside') continue;
    const isBad = verdict === badSide;
    const last = runs.at(-1);
    if (last?.isBad === isBad) last.fixes.push(fix);
    else runs.push({ isBad, fixes: [fix] });
  }
  return runs;
}

interface Span {
  from: number;
  to: number;
  state: Segment['state'];
}

/** Returns times of a run: until the next fix, a gap where that is too late. */
function spansOf({ fixes }: Run, state: 'good' | 'bad', next: number | undefined, gap: number): Span[] {
  return fixes.flatMap(({ at }, i): Span[] => {
    const until = fixes[i + 1]?.at ?? next;
    if (until === undefined) return [];
    return [{ from: at, to: until, state: until - at > gap ? 'gap' : state }];
  });
}

const join = (spans: readonly Span[]): Span[] => {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.state === span.state && last.to === span.from) last.to = span.to;
    else joined.push({ ...span });
  }
  return joined;
};

/** Returns the parts of a day out of the hours. */
function offHours(hours: readonly Hours[], start: number, zone: string): { from: number; to: number }[] {
  const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const edges = new Set([0, dayMinutes, ...hours.flatMap(({ from, to }) => [minuteOf(from), minuteOf(to)])]);
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.flatMap((from, i) => {
    const to = sorted[i + 1];
    if (to === undefined || isWithinHours(hours, start + from * minute, zone)) return [];
    return [{ from, to }];
  });
}

/** Side of a fence where somebody should not be; null where a fence has none. */
export function badSideOf(kind: TriedFence['kind']): FenceSide | null {
  if (kind === 'stay') return null;
  return kind === 'forbidden' ? 'inside' : 'outside';
}

/**
 * Returns what a try-out says of each of seven days: where the person was by hours, alarms, unconfirmed fixes, gaps.
 * @param last instant of the last day; `gap` of the fixes
 */
export function triedDays(
  fence: TriedFence,
  fixes: readonly TriedFix[],
  { events, verdicts }: Trial,
  { zone, last, gap }: { zone: string; last: number; gap: number },
): TriedDay[] {
  const end = dayStart(last, zone);
  const days = Array.from({ length: 7 }, (_, i): TriedDay => {
    const start = dayStart(end - (6 - i) * dayMinutes * minute + 12 * 60 * minute, zone);
    const off = offHours(fence.windows, start, zone);
    return { start, segments: [], off, badMinutes: 0, lone: [], rings: [], isOff: false };
  });
  const dayOf = (at: number) => days.findLast(({ start }) => start <= at);
  const runs = runsOf(fixes, verdicts, badSideOf(fence.kind));
  const spans = runs.flatMap((run, i) => {
    const [first] = run.fixes;
    const next = runs[i + 1]?.fixes[0]?.at;
    const isCrossed = events.some(({ at }) => at >= (first?.at ?? 0) && (next === undefined || at < next));
    if (!run.isBad) return spansOf(run, 'good', next, gap);
    if (isCrossed) return spansOf(run, 'bad', next, gap);
    for (const fix of run.fixes) dayOf(fix.at)?.lone.push(fix);
    return spansOf(run, 'good', next, gap);
  });
  for (const { from, to, state } of join(spans))
    for (let at = from; at < to; ) {
      const day = dayOf(at);
      const begins = clockMinute(at, zone);
      const until = Math.min(to, at - (at % minute) + (dayMinutes - begins) * minute);
      day?.segments.push({ from: begins, to: begins + (until - at) / minute, state });
      if (day && state === 'bad') day.badMinutes += (until - at) / minute;
      at = until;
    }
  const rings = events.filter(({ rings: isRing }) => isRing);
  for (const [i, { at }] of rings.entries()) dayOf(at)?.rings.push({ number: i + 1, at });
  for (const day of days) day.isOff = day.badMinutes > 0 && day.rings.length === 0;
  return days;
}
