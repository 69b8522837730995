import type { ReadingLevel } from '#shared/health/bands.ts';
import { worse } from '#shared/health/bands.ts';
import { meals, readingKinds } from '#shared/health/readingKinds.ts';
import { valueText } from '#shared/health/valueText.ts';
import { clockOf } from '#web/chart/timeAxis.ts';
import type { SeriesAnswer } from './panel.ts';
import type { Sign } from './signs.ts';

/** A value of a day on paper: 07:10 152/88, or of means 71（56–96）. */
export interface DayValue {
  text: string;
  level: ReadingLevel | null;
}

type Answers = readonly (SeriesAnswer | undefined)[];

/** Returns the values of a sign by day of the zone, oldest first. Pressures of two instants are not joined. */
export function dayValues(sign: Sign, answers: Answers, zone: string): Map<string, DayValue[]> {
  const [main, second] = answers;
  if (!main) return new Map();
  const placed = main.step === 'raw' ? singles(sign, main, second, zone) : means(sign, main, zone);
  const byDay = Map.groupBy(placed, ({ day }) => day);
  return new Map([...byDay].map(([day, values]) => [day, values.map(({ text, level }) => ({ text, level }))]));
}

function singles(sign: Sign, { values }: SeriesAnswer, second: SeriesAnswer | undefined, zone: string) {
  const [kind, other] = sign.kinds;
  const pairs = new Map(other ? second?.values.map((value) => [value.at, value]) : []);
  return values.map(({ at, value, level, meal }) => {
    const clock = clockOf(Date.parse(at), zone);
    const pair = pairs.get(at);
    const figures = [valueText(kind ?? sign.key, value), ...(other ? [pair ? valueText(other, pair.value) : '—'] : [])];
    const text = [clock.slice(11, 16), figures.join('/'), meal && meals[meal]].filter(Boolean).join(' ');
    return { day: clock.slice(0, 10), text, level: worse(level, pair?.level ?? null) };
  });
}

function means({ key, decimals }: Sign, { points }: SeriesAnswer, zone: string) {
  const { summary } = readingKinds[key];
  return points.map(({ at, min, avg, max }) => {
    const value = (summary === 'time' ? avg / 60 : avg).toFixed(decimals);
    const text =
      summary === 'mean' && min !== max ? `${value}（${min.toFixed(decimals)}–${max.toFixed(decimals)}）` : value;
    return { day: clockOf(Date.parse(at), zone).slice(0, 10), text, level: null };
  });
}
