import type { Band, ReadingLevel } from '#shared/health/bands.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';

/** Limits of one sign as a person thinks of them: `low3` is the value below which it is 关注, `high3` from which on. */
export const limitNames = ['low1', 'low2', 'low3', 'high3', 'high2', 'high1'] as const;
export type LimitName = (typeof limitNames)[number];
/** Absent: no limit of that level on that side. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

const levels: readonly ReadingLevel[] = [1, 2, 3];

/** Returns the limits of bands; bands with holes give those that the edges tell. */
export function limitsOf(bands: readonly Band[]): Limits {
  const low = levels.flatMap((level) => {
    const edges = bands.filter((band) => band.level === level && isLow(band, bands)).flatMap(({ to }) => to ?? []);
    return edges.length > 0 ? [[`low${level}`, Math.max(...edges)]] : [];
  });
  const high = levels.flatMap((level) => {
    const edges = bands.filter((band) => band.level === level && !isLow(band, bands)).flatMap(({ from }) => from ?? []);
    return edges.length > 0 ? [[`high${level}`, Math.min(...edges)]] : [];
  });
  return Object.fromEntries([...low, ...high]);
}

/** Returns whether a band is below the normal range: a worse one begins where it ends only above that range. */
function isLow({ level, from, to }: Band, bands: readonly Band[]): boolean {
  if (to === undefined) return false;
  if (from === undefined) return true;
  const before = bands.find((band) => band.to === from);
  return before !== undefined && before.level < level;
}

/** Returns the bands of limits, without overlap or hole, lowest first. */
export function bandsOf(limits: Limits): Band[] {
  const low: Band[] = [];
  const high: Band[] = [];
  let from: number | undefined;
  for (const level of levels) {
    const to = limits[`low${level}` as LimitName];
    if (to === undefined) continue;
    low.push({ level, ...(from !== undefined && { from }), to });
    from = to;
  }
  let to: number | undefined;
  for (const level of levels) {
    const edge = limits[`high${level}` as LimitName];
    if (edge === undefined) continue;
    high.unshift({ level, from: edge, ...(to !== undefined && { to }) });
    to = edge;
  }
  return [...low, ...high];
}

/** Returns what is wrong with one limit: it must be plausible, and above all that come before it in the order. */
export function limitProblem(kind: ReadingKindName, limits: Limits, name: LimitName): string | undefined {
  const value = limits[name];
  if (value === undefined) return undefined;
  const { title, min, max } = readingKinds[kind];
  if (value < min || value > max) return `${title}应在 ${min}–${max} 之间`;
  const before = limitNames.slice(0, limitNames.indexOf(name)).flatMap((one) => limits[one] ?? []);
  const least = Math.max(...before);
  return before.length > 0 && value <= least ? `须大于 ${least}` : undefined;
}

/** A stretch of the values: its level, null for normal, and its words. */
export interface Stretch {
  level: ReadingLevel | null;
  text: string;
}

/** Step of a kind's rounded values; undefined for kinds that are judged unrounded. */
function stepOf(kind: ReadingKindName): number | undefined {
  if (kind === 'temperature' || kind === 'room_temperature') return 0.1;
  return kind === 'glucose' || kind === 'weight' || kind === 'bmi' ? undefined : 1;
}

function words(kind: ReadingKindName, from: number | undefined, to: number | undefined): string {
  const step = stepOf(kind);
  const plain = (value: number) => String(Number(value.toFixed(2)));
  if (step === undefined) {
    if (from === undefined) return `< ${plain(to ?? 0)}`;
    return to === undefined ? `≥ ${plain(from)}` : `${plain(from)}–<${plain(to)}`;
  }
  const last = to === undefined ? undefined : plain(to - step);
  if (from === undefined) return `≤ ${last}`;
  if (last === undefined) return `≥ ${plain(from)}`;
  return last === plain(from) ? last : `${plain(from)}–${last}`;
}

/** Returns the whole scale in order, the normal stretch between the bands: ≤ 40 紧急, 41–44 预警, …, 55–95 正常, …. */
export function stretchesOf(kind: ReadingKindName, bands: readonly Band[]): Stretch[] {
  const sorted = bands.toSorted((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
  const stretches: Stretch[] = [];
  let reached: number | undefined;
  for (const [index, { level, from, to }] of sorted.entries()) {
    const isGap = from !== undefined && (index === 0 || reached !== from);
    if (isGap) stretches.push({ level: null, text: words(kind, reached, from) });
    stretches.push({ level, text: words(kind, from, to) });
    reached = to;
  }
  const { to: end } = sorted.at(-1) ?? {};
  if (end !== undefined) stretches.push({ level: null, text: words(kind, end, undefined) });
  return stretches;
}
