import { type SeededRandom, seededRandom } from '#server/feature/populate.ts';

/** Value that a mat sends. */
export interface MatValue {
  metric: string;
  /** ms since 1970. */
  at: number;
  value: number;
}

const minute = 60_000;
const stage = { awake: 0, light: 1, deep: 2, rem: 3 } as const;

type Part = [stage: number, minutes: number] | ['out', minutes: number];

/** Returns the parts of a night: cycles of about 90 min with less deep sleep and more REM, and exits between. */
function partsOf(random: SeededRandom): Part[] {
  const parts: Part[] = [[stage.awake, 10 + random.below(20)]];
  const cycles = 5;
  const exits = 1 + random.below(3);
  for (let cycle = 0; cycle < cycles; cycle++) {
    parts.push([stage.light, 18 + random.below(14)]);
    parts.push([stage.deep, Math.max(6, 26 - cycle * 5 + random.below(6))]);
    parts.push([stage.light, 18 + random.below(16)]);
    parts.push([stage.rem, 8 + cycle * 4 + random.below(6)]);
    if (cycle === cycles - 1 || cycle < cycles - 1 - exits) continue;
    parts.push([stage.awake, 2 + random.below(4)], ['out', 5 + random.below(7)], [stage.awake, 2 + random.below(5)]);
  }
  parts.push([stage.light, 4 + random.below(12)], [stage.awake, 8 + random.below(14)]);
  return parts;
}

/** What is usual for a person, /min. */
export interface Pace {
  heart: number;
  breath: number;
}

const around = (random: SeededRandom, most: number) => ((random.below(1001) - 500) / 500) * most;

/** Returns the signs of a minute in bed. */
function signsOf(at: number, now: number, pace: Pace, random: SeededRandom): MatValue[] {
  const deeper = now === stage.deep ? -4 : now === stage.awake ? 8 : now === stage.rem ? 3 : 0;
  const isMoving = random.hits(now === stage.awake ? 0.7 : 0.05);
  return [
    { metric: 'heart_rate', at, value: Math.round(pace.heart + deeper + around(random, 4)) },
    { metric: 'breath_rate', at, value: Math.round(pace.breath + deeper / 5 + around(random, 1.4)) },
    { metric: 'motion', at, value: isMoving ? 1 : 0 },
  ];
}

/** Minutes between two values of a sign. */
const every = 2;

/** Returns the signs, turns and breathing events of a stretch in bed; `isWeak` minutes have none. */
function stretchOf(
  [kind, minutes]: readonly [kind: number, minutes: number],
  at: number,
  isWeak: (moment: number) => boolean,
  { pace, random }: { pace: Pace; random: SeededRandom },
): MatValue[] {
  const moments = Array.from({ length: Math.ceil(minutes / every) }, (_, index) => at + index * every * minute);
  return moments.flatMap((moment, index) => [
    ...signsOf(moment, kind, pace, random).filter(({ metric }) => metric === 'motion' || !isWeak(moment)),
    ...(random.hits(0.08) ? [{ metric: 'rollovers', at: moment, value: 1 }] : []),
    ...(index % 5 === 0
      ? [{ metric: 'breath_events', at: moment, value: random.hits(0.4) ? 1 + random.below(2) : 0 }]
      : []),
  ]);
}

/** Returns turns as a counter that rises. */
function counted(values: readonly MatValue[]): MatValue[] {
  let turns = 0;
  return values.map((value) => (value.metric === 'rollovers' ? { ...value, value: ++turns } : value));
}

/**
 * Returns what a mat sends in one night: presence, stages as they change, signs each 2 min, turns and breathing events.
 * @param eve noon before the night, ms
 * @param number seed
 * @param weak minutes in the middle of the night without heart and breath
 */
export function matNight(eve: number, number: number, pace: Pace, weak = 0): MatValue[] {
  const random = seededRandom(number);
  const values: MatValue[] = [];
  let at = eve + (9 * 60 + 20 + random.below(50)) * minute;
  const dark = at + 205 * minute;
  const isWeak = (moment: number) => moment >= dark && moment < dark + weak * minute;
  for (const [kind, minutes] of partsOf(random)) {
    values.push({ metric: 'in_bed', at, value: kind === 'out' ? 0 : 1 });
    if (kind !== 'out') {
      values.push({ metric: 'sleep_stage', at, value: kind });
      values.push(...stretchOf([kind, minutes], at, isWeak, { pace, random }));
    }
    at += minutes * minute;
  }
  return counted([...values, { metric: 'in_bed', at, value: 0 }]);
}

/** Returns what a mat sends of a nap in the afternoon before the night. */
export function matNap(eve: number, number: number, pace: Pace): MatValue[] {
  const random = seededRandom(number);
  const from = eve + (60 + random.below(30)) * minute;
  const length = 30 + random.below(25);
  const values: MatValue[] = [{ metric: 'in_bed', at: from, value: 1 }];
  for (let passed = 0; passed < length; passed += every)
    values.push(...signsOf(from + passed * minute, stage.light, pace, random));
  return [...values, { metric: 'in_bed', at: from + length * minute, value: 0 }];
}
