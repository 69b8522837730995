import type { readingApi } from '#features/reading/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { houseBands, type ReadingLevel, worse } from '#shared/health/bands.ts';
import { keysOfKinds, meals, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { unitSymbol } from '#shared/health/units.ts';
import { valueText } from '#shared/health/valueText.ts';

/** Newest value of a kind. */
export type Latest = OutputOf<(typeof readingApi)['getReadingLatest']>[number];

/** What a chart or a tile shows as one: a kind, or both pressures. */
export interface Sign {
  /** Its first kind, also in addresses. */
  key: ReadingKindName;
  title: string;
  unit: string;
  kinds: readonly ReadingKindName[];
  /** Digits after the point in charts. */
  decimals: number;
}

/** Codes have no course. */
const uncharted: readonly ReadingKindName[] = ['diastolic', 'consciousness', 'oxygen', 'sleep_stage'];
const tenths: readonly ReadingKindName[] = ['temperature', 'room_temperature', 'glucose', 'weight', 'waist', 'bmi'];
const units: Partial<Record<ReadingKindName, string>> = {
  steps: '步',
  rollovers: '次',
  breath_events: '次',
  snore: '秒',
  in_bed: '小时',
  motion: '小时',
};

const signOfKind = (kind: ReadingKindName): Sign => ({
  key: kind,
  title: kind === 'systolic' ? '血压' : readingKinds[kind].title,
  unit: units[kind] ?? unitSymbol(readingKinds[kind].unit),
  kinds: kind === 'systolic' ? ['systolic', 'diastolic'] : [kind],
  decimals: tenths.includes(kind) || readingKinds[kind].summary === 'time' ? 1 : 0,
});

/** Signs with a course over time, in the order of the kinds. */
export const signs: readonly Sign[] = keysOfKinds.filter((kind) => !uncharted.includes(kind)).map(signOfKind);

const pressure = signs.find(({ key }) => key === 'systolic') as Sign;

/** Returns the sign of a kind, or of the first of an address; undefined for others. */
export function signOf(kinds: string | null): Sign | undefined {
  const [kind] = kinds?.split(',') ?? [];
  return kind === 'diastolic' ? pressure : signs.find(({ key }) => key === kind);
}

const first: readonly ReadingKindName[] = ['systolic', 'heart_rate', 'spo2', 'glucose'];
const next: readonly ReadingKindName[] = ['temperature', 'breath_rate', 'weight', 'steps', 'in_bed'];

/** Returns the four signs of the first look: one without a value gives way to another that has one. */
export function tileSigns(latest: readonly Pick<Latest, 'kind'>[]): Sign[] {
  const has = (key: ReadingKindName) => latest.some(({ kind }) => kind === key);
  const others = next.filter(has);
  const keys = first.map((key) => (has(key) ? key : (others.shift() ?? key)));
  return keys.flatMap((key) => signOf(key) ?? []);
}

/** Returns the signs that have ever been measured, those of the first look first. */
export function measuredSigns(latest: readonly Pick<Latest, 'kind'>[]): Sign[] {
  const measured = signs.filter(({ key }) => latest.some(({ kind }) => kind === key));
  const place = ({ key }: Sign) => (first.includes(key) ? first.indexOf(key) : first.length);
  return measured.sort((a, b) => place(a) - place(b));
}

/** Newest value of a sign as a tile shows it. */
export interface Newest {
  title: string;
  /** 152/88. */
  text: string;
  unit: string;
  at: string;
  level: ReadingLevel | null;
  meal: Latest['meal'];
  /** Limits exist, so that a value without a level is normal. */
  judged: boolean;
  source: Latest['source'];
}

const judgedKinds = new Set(houseBands.map(({ kind }) => kind));

function titleOf({ title }: Sign, { kind, meal }: Latest): string {
  if (kind !== 'glucose' || meal === null) return title;
  return meal === 'fasting' || meal === 'bedtime' ? `${meals[meal]}${title}` : `${title} ${meals[meal]}`;
}

/** Returns the newest value of a sign; undefined if it was never measured. Pressures of two instants are not joined. */
export function newestOf(sign: Sign, latest: readonly Latest[]): Newest | undefined {
  const [value, ...others] = sign.kinds.map((kind) => latest.find((each) => each.kind === kind));
  if (!value) return undefined;
  const second = others.find((other) => other?.at === value.at);
  const texts = [value, ...(second ? [second] : [])].map(({ kind, value: own }) => valueText(kind, own));
  return {
    title: titleOf(sign, value),
    text: sign.kinds.length > 1 && !second ? `${texts[0]}/—` : texts.join('/'),
    unit: sign.key === 'in_bed' || sign.key === 'motion' ? '' : sign.unit,
    level: worse(value.level, second?.level ?? null),
    judged: judgedKinds.has(sign.key),
    ...{ at: value.at, meal: value.meal },
    source: value.source,
  };
}
