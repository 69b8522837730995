import { type SeededRandom, seededRandom } from '#server/feature/populate.ts';
import { houseBands, levelOf, worse } from '#shared/health/bands.ts';
import type { Meal, ReadingKindName } from '#shared/health/readingKinds.ts';

/** What is measured of a demo customer. */
interface Person {
  /** Mean of systolic and diastolic pressure, mmHg. */
  pressure: readonly [number, number];
  /** Rise of the systolic pressure within the last eight days, mmHg. */
  rise?: number;
  /** Means fasting and two hours after a meal, mmol/L. */
  glucose?: readonly [number, number];
  /** kg now, and change within 90 days. */
  weight: readonly [number, number];
  /** cm */
  height: number;
  pulse: number;
  spo2: number;
  /** Days before today on which the person had a fever. */
  fever?: readonly number[];
  /** Days before today on which nobody measured. */
  gaps: readonly number[];
  /** All parts of a NEWS2 in each morning of the last days, with or without oxygen. */
  round?: { days: number; oxygen: 0 | 1 };
}

/** Values of one instant, entered by a nurse. */
export interface Entry {
  /** ms since 1970. */
  at: number;
  values: Partial<Record<ReadingKindName, number>>;
  meal?: Meal;
  /** For values of level 2 and 1. */
  remark: string | null;
}

const gap = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Persons by the name of the demo customer. */
export const measured: Readonly<Record<string, Person>> = {
  王桂兰: {
    ...{ pressure: [131, 79], rise: 24, glucose: [6.2, 8.6], weight: [57.2, -1.1], height: 160, pulse: 72, spo2: 96 },
    gaps: [...gap(17, 18), 41, ...gap(63, 65)],
  },
  李德福: { pressure: [126, 76], weight: [66.5, 0.4], height: 169, pulse: 68, spo2: 97, gaps: [9, ...gap(30, 33)] },
  吴阿根: {
    ...{ pressure: [148, 86], rise: 9, weight: [71.8, 0.9], height: 171, pulse: 76, spo2: 95 },
    gaps: [5, ...gap(22, 24), 71],
  },
  赵长根: {
    ...{ pressure: [112, 66], weight: [49.6, -4.6], height: 166, pulse: 88, spo2: 92, fever: [11, 12, 13] },
    ...{ gaps: [27, 58], round: { days: 14, oxygen: 1 } },
  },
  梁宝珍: {
    ...{ pressure: [138, 74], glucose: [7.6, 11.4], weight: [52.3, -0.8], height: 155, pulse: 80, spo2: 95 },
    ...{ gaps: [...gap(36, 37)], round: { days: 14, oxygen: 0 } },
  },
  郭素贞: { pressure: [122, 70], weight: [54.1, 0], height: 157, pulse: 70, spo2: 97, gaps: [...gap(14, 20), 44] },
  何秀珠: {
    ...{ pressure: [134, 80], glucose: [5.4, 7.1], weight: [60.4, 0.6], height: 158, pulse: 74, spo2: 97 },
    gaps: [3, ...gap(50, 52)],
  },
  陈永康: { pressure: [129, 82], weight: [74.9, -2.3], height: 172, pulse: 71, spo2: 98, gaps: [...gap(7, 8), 60] },
};

const days = 90;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const chinaMs = 8 * 3_600_000;

/** Returns a number around 0, at most ±`most`, mostly near 0. */
const around = (random: SeededRandom, most: number) => (random.below(1001) + random.below(1001) - 1000) * (most / 1000);
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Returns the remark of values of level 2 or 1; null of others. */
function remarkOf({ values, meal }: Omit<Entry, 'remark'>): string | null {
  const sets = { own: [], illnesses: [], house: houseBands };
  const level = Object.entries(values)
    .map(([kind, value]) => levelOf({ kind, value, meal: meal ?? null, asleep: false }, sets))
    .reduce(worse, null);
  return level !== null && level <= 2 ? '已复测，已告知家庭医生' : null;
}

function pressureOf({ pressure: [systolic, diastolic], rise = 0 }: Person, back: number, random: SeededRandom) {
  const now = (rise * Math.max(0, 8 - back)) / 8;
  const jump = random.hits(0.04) ? 22 : 0;
  return {
    systolic: Math.round(systolic + now + jump + around(random, 13)),
    diastolic: Math.round(diastolic + (now + jump) / 3 + around(random, 8)),
  };
}

type Visit = Omit<Entry, 'remark' | 'at'> & { minutes: number };

/** Returns the visits of a day so many days before today, in minutes of the day. */
function visitsOf(person: Person, back: number, random: SeededRandom): Visit[] {
  const { glucose, weight, height, pulse, spo2, fever = [], round } = person;
  const temperature = tenth((fever.includes(back) ? 38.4 : 36.5) + around(random, 0.4));
  const signs = {
    heart_rate: Math.round(pulse + around(random, 9)),
    spo2: Math.round(spo2 + around(random, 2)),
    temperature,
  };
  const news2 = round &&
    back <= round.days && {
      ...{ breath_rate: 18 + random.below(4), consciousness: 0, oxygen: round.oxygen },
    };
  const visits: Visit[] = [
    { minutes: 430 + random.below(25), values: { ...pressureOf(person, back, random), ...signs, ...news2 } },
    { minutes: 1155 + random.below(40), values: pressureOf(person, back, random) },
  ];
  if (back % 7 === 2)
    visits.push({
      minutes: 415,
      values: { weight: tenth(weight[0] - (weight[1] * back) / days + around(random, 0.4)) },
    });
  if (back === days - 2) visits.push({ minutes: 420, values: { height, waist: Math.round(height / 2 + 4) } });
  if (glucose && back % 3 === 0) {
    visits.push({ minutes: 400, values: { glucose: tenth(glucose[0] + around(random, 1.1)) }, meal: 'fasting' });
    visits.push({ minutes: 580, values: { glucose: tenth(glucose[1] + around(random, 2.2)) }, meal: 'after_2h' });
  }
  return visits;
}

/** Returns what nurses have entered for a person within 90 days before `now`, ms since 1970, oldest first. */
export function courseOf(person: Person, number: number, now: number): Entry[] {
  const today = Math.floor((now + chinaMs) / dayMs) * dayMs - chinaMs;
  return Array.from({ length: days }, (_, index) => days - 1 - index)
    .filter((back) => !person.gaps.includes(back))
    .flatMap((back) =>
      visitsOf(person, back, seededRandom(number * 1000 + back))
        .map(({ minutes, ...visit }) => ({ ...visit, at: today - back * dayMs + minutes * minuteMs }))
        .sort((a, b) => a.at - b.at),
    )
    .filter(({ at }) => at <= now)
    .map((visit) => ({ ...visit, remark: remarkOf(visit) }));
}
