import { rounded } from './news2.ts';

/** Level of a value: 1 紧急, 2 预警, 3 关注; null: normal. */
export type ReadingLevel = 1 | 2 | 3;

/** Values from `from` to before `to`, in the kind's unit, after rounding; open where a side is missing. */
export interface Band {
  level: ReadingLevel;
  from?: number;
  to?: number;
}

/** Limits of one kind: of a person, of an illness, or of the house. */
export interface BandRow {
  kind: string;
  /** Only for glucose: `fasting` or `after_2h`; null: every other meal. */
  meal: 'fasting' | 'after_2h' | null;
  /** Only for heart rate: values of mats and radars while somebody is in bed. */
  asleep: boolean;
  bands: readonly Band[];
}

const below = (level: ReadingLevel, to: number): Band => ({ level, to });
const from = (level: ReadingLevel, low: number): Band => ({ level, from: low });
const between = (level: ReadingLevel, low: number, to: number): Band => ({ level, from: low, to });
const row = (kind: string, bands: readonly Band[], of: Partial<BandRow> = {}): BandRow => ({
  kind,
  meal: null,
  asleep: false,
  bands,
  ...of,
});

/** Limits of the house for old adults at rest: clinical.md 3.4, domain.md 11. */
export const houseBands: readonly BandRow[] = [
  row('heart_rate', [
    below(1, 41),
    between(2, 41, 45),
    between(3, 45, 55),
    between(3, 96, 116),
    between(2, 116, 131),
    from(1, 131),
  ]),
  row('heart_rate', [below(2, 41), between(3, 41, 45), between(3, 91, 106), between(2, 106, 131), from(1, 131)], {
    asleep: true,
  }),
  row('breath_rate', [below(2, 9), between(3, 9, 12), between(3, 21, 25), from(2, 25)]),
  row('spo2', [below(1, 90), between(2, 90, 93), between(3, 93, 95)]),
  row('temperature', [
    below(1, 35.1),
    between(3, 35.1, 36),
    between(3, 37.3, 38.1),
    between(2, 38.1, 39.1),
    from(1, 39.1),
  ]),
  row('systolic', [below(1, 85), between(3, 85, 90), between(3, 140, 160), between(2, 160, 180), from(1, 180)]),
  row('diastolic', [
    below(1, 40),
    between(2, 40, 50),
    between(3, 50, 60),
    between(3, 90, 100),
    between(2, 100, 110),
    from(1, 110),
  ]),
  row('glucose', [below(1, 3), between(2, 3, 3.9), between(3, 10.1, 14), between(2, 14, 16.7), from(1, 16.7)]),
  row('glucose', [below(1, 3), between(2, 3, 3.9), between(3, 6.1, 7), between(2, 7, 13.9), from(1, 13.9)], {
    meal: 'fasting',
  }),
  row('glucose', [below(1, 3), between(2, 3, 3.9), between(3, 7.8, 11.1), between(2, 11.1, 16.7), from(1, 16.7)], {
    meal: 'after_2h',
  }),
  row('bmi', [below(2, 17), between(3, 17, 18.5), between(3, 24, 28), from(2, 28)]),
];

/** Kinds that are judged as they are; all others are rounded half up first. */
export const unrounded = new Set(['glucose', 'weight', 'bmi']);

/** Returns the level of a value in a row's bands; null: normal. */
export function levelIn({ kind, bands }: Pick<BandRow, 'kind' | 'bands'>, value: number): ReadingLevel | null {
  const own = unrounded.has(kind) ? value : rounded(kind, value);
  const band = bands.find(({ from: low = -Infinity, to = Infinity }) => own >= low && own < to);
  return band?.level ?? null;
}

/** Returns the worse of two levels; 1 is the worst, null none. */
export function worse(a: ReadingLevel | null, b: ReadingLevel | null): ReadingLevel | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Limits that may apply to a person: their own, those of their illnesses, those of the house. */
export interface BandSets {
  own: readonly BandRow[];
  illnesses: readonly (readonly BandRow[])[];
  house: readonly BandRow[];
}

function matching(rows: readonly BandRow[], kind: string, meal: string | null, asleep: boolean): BandRow | undefined {
  const ofKind = rows.filter((one) => one.kind === kind && one.asleep === (asleep && kind === 'heart_rate'));
  return ofKind.find((one) => one.meal === meal) ?? ofKind.find((one) => one.meal === null);
}

/** Value as it is given a level. */
export interface Measured {
  kind: string;
  value: number;
  meal: string | null;
  asleep: boolean;
}

/** Returns the rows by which a value is judged: the person's own, else those of their illnesses, else that of the house. */
export function rowsFor(
  { kind, meal, asleep }: Omit<Measured, 'value'>,
  { own, illnesses, house }: BandSets,
): BandRow[] {
  const personal = matching(own, kind, meal, asleep);
  if (personal) return [personal];
  const ofIllnesses = illnesses.flatMap((rows) => matching(rows, kind, meal, asleep) ?? []);
  if (ofIllnesses.length > 0) return ofIllnesses;
  const ofHouse = matching(house, kind, meal, asleep);
  return ofHouse ? [ofHouse] : [];
}

/** Returns the level of a value: the worst of the rows by which it is judged. */
export function levelOf(measured: Measured, sets: BandSets): ReadingLevel | null {
  return rowsFor(measured, sets).reduce<ReadingLevel | null>(
    (level, row) => worse(level, levelIn(row, measured.value)),
    null,
  );
}
