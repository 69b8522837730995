import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bin } from './bins.ts';
import { lastNight, nightDay, wakingDay } from './day.ts';
import type { MakerNight } from './maker.ts';
import type { Sample } from './presence.ts';
import { type Night, type NightData, reckonNight } from './reckon.ts';
import { lengthOf, type Span } from './span.ts';

// No public recording of a night in bed comes as a package: the nights here are generated, and what happened is known.

const minute = 60_000;
const hour = 60 * minute;
const binMs = 5 * minute;
const zones = ['Asia/Shanghai', 'Europe/Berlin'] as const;
/** The clock of Berlin goes forward in the night of 03-29 and back in that of 10-25. */
const days = ['2026-03-29', '2026-10-25', '2026-11-20', '2026-12-31', '2027-01-01'] as const;

interface Truth {
  zone: (typeof zones)[number];
  day: string;
  /** In bed, in order; parts of the night with at most two hours between, naps far from it. */
  night: Span[];
  naps: Span[];
  /** Stage of each minute of the night in bed. */
  stageOf: (at: number) => number;
}

const minutesOf = (span: Span) => {
  const all: number[] = [];
  for (let at = span.from; at < span.until; at += minute) all.push(at);
  return all;
};

/** Nights from an evening on, with exits, and at most two naps in the afternoon before. */
const truths: fc.Arbitrary<Truth> = fc
  .record({
    zone: fc.constantFrom(...zones),
    day: fc.constantFrom(...days),
    evening: fc.integer({ min: 180, max: 420 }),
    parts: fc.array(fc.record({ stay: fc.integer({ min: 60, max: 150 }), exit: fc.integer({ min: 1, max: 100 }) }), {
      minLength: 3,
      maxLength: 4,
    }),
    naps: fc.array(fc.integer({ min: 10, max: 40 }), { maxLength: 1 }),
    seed: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ zone, day, evening, parts, naps, seed }) => {
    const { whole, night: hours } = nightDay(day, zone);
    const night: Span[] = [];
    let at = hours.from + evening * minute;
    for (const { stay, exit } of parts) {
      if (at + stay * minute > whole.until - 30 * minute) break;
      night.push({ from: at, until: at + stay * minute });
      at += (stay + exit) * minute;
    }
    return {
      ...{ zone, day, night },
      naps: naps.map((length) => ({ from: whole.from + hour, until: whole.from + hour + length * minute })),
      stageOf: (moment: number) => [1, 2, 1, 3][Math.floor((moment - hours.from) / (seed * 10 * minute)) % 4] ?? 1,
    };
  });

/** What a mat sends that reports each minute, or changes alone. */
function sent(truth: Truth, steady: boolean, isLost: (at: number) => boolean = () => false) {
  const presence: Sample[] = [];
  const stages: Sample[] = [];
  const spans = [...truth.naps, ...truth.night];
  const { whole } = nightDay(truth.day, truth.zone);
  presence.push({ at: whole.from - hour, value: 0 });
  for (const span of spans) {
    const times = steady ? minutesOf(span) : [span.from];
    presence.push(...times.map((at) => ({ at, value: 1 })), { at: span.until, value: 0 });
  }
  for (const span of truth.night) {
    let last = -1;
    for (const at of minutesOf(span)) {
      const value = truth.stageOf(at);
      if (steady || value !== last) stages.push({ at, value });
      last = value;
    }
  }
  const heart = new Map<number, Bin>();
  if (steady)
    for (const at of spans.flatMap(minutesOf).filter((moment) => !isLost(moment))) {
      const start = Math.floor(at / binMs) * binMs;
      const bin = heart.get(start) ?? { at: start, n: 0, min: 60, max: 62, sum: 0 };
      heart.set(start, { ...bin, n: bin.n + 1, sum: bin.sum + 61 });
    }
  const stays = (all: Sample[]) => all.filter(({ at }) => !isLost(at));
  return { presence: stays(presence), stages: stays(stages), heart: [...heart.values()] };
}

type Sent = ReturnType<typeof sent>;

function dataOf(truth: Truth, { presence, stages, heart }: Sent, more: Partial<NightData> = {}): NightData {
  const day = nightDay(truth.day, truth.zone);
  return {
    ...{ day, now: day.whole.until, joinMs: 120 * minute, presence, stages, silences: [], maker: null },
    bins: { heart_rate: heart },
    heard: heart.map(({ at }) => at),
    ...more,
  };
}

const exitsOf = (parts: readonly Span[]) =>
  parts.slice(1).map(({ from }, index) => ({ from: parts[index]?.until ?? from, until: from }));

function expectTruth(night: Night | null, truth: Truth): void {
  expect(night).toMatchObject({
    bedFrom: truth.night[0]?.from,
    bedTo: truth.night.at(-1)?.until,
    exitList: exitsOf(truth.night),
    naps: truth.naps,
    exits: truth.night.length - 1,
    coverage: 1,
  });
}

const shuffled = <T>(items: readonly T[], seed: number) =>
  items.toSorted(
    (a, b) =>
      ((JSON.stringify(a).length * seed + items.indexOf(a) * 7919 * seed) % 101) -
      ((items.indexOf(b) * 7919 * seed) % 101),
  );

test.each([true, false])(
  'a night, its exits and naps are cut as they were, over midnight and clock changes (each minute: %s)',
  (steady) => {
    fc.assert(
      fc.property(truths, (truth) => {
        const night = reckonNight(dataOf(truth, sent(truth, steady)));
        expectTruth(night, truth);
        if (!night) return;
        expect([night.tst, night.awake]).toEqual([lengthOf(truth.night) / 1000, lengthOf(exitsOf(truth.night)) / 1000]);
        expect(night.marks).toEqual([]);
        expect((night.se ?? 0).toFixed(6)).toBe((lengthOf(truth.night) / 10 / night.tib).toFixed(6));
      }),
      { numRuns: 60 },
    );
  },
);

test('late and repeated messages give the same night', () => {
  fc.assert(
    fc.property(truths, fc.integer({ min: 1, max: 50 }), (truth, seed) => {
      const once = sent(truth, true);
      const again: Sent = {
        presence: shuffled([...once.presence, ...once.presence.slice(0, 50)], seed),
        stages: shuffled([...once.stages, ...once.stages.slice(20, 90)], seed),
        heart: once.heart,
      };
      expect(reckonNight(dataOf(truth, again))).toEqual(reckonNight(dataOf(truth, once)));
    }),
    { numRuns: 30 },
  );
});

test('lost hours are gaps, are neither in bed nor out of it, and are taken off the coverage', () => {
  fc.assert(
    fc.property(truths, fc.integer({ min: 4, max: 20 }), (truth, bins) => {
      const [first] = truth.night;
      if (!first || truth.night.length < 3) return;
      // Within the first part, from one of its fives of minutes on.
      const from = Math.ceil((first.from + 20 * minute) / binMs) * binMs;
      const lost = {
        from,
        until: Math.min(from + bins * binMs, Math.floor((first.until - 5 * minute) / binMs) * binMs),
      };
      if (lost.until - lost.from < 15 * minute) return;
      const night = reckonNight(
        dataOf(
          truth,
          sent(truth, true, (at) => at >= lost.from && at < lost.until),
        ),
      );
      expect(night).toMatchObject({
        bedFrom: first.from,
        bedTo: truth.night.at(-1)?.until,
        exits: truth.night.length - 1,
      });
      expect(night?.gaps).toEqual([{ ...lost, weak: false }]);
      expect(night?.coverage).toBeCloseTo(1 - lengthOf([lost]) / ((night?.tib ?? 1) * 1000), 9);
    }),
    { numRuns: 60 },
  );
});

test('a device that falls silent for good ends the night where it was last heard', () => {
  fc.assert(
    fc.property(truths, (truth) => {
      const [first] = truth.night;
      if (!first) return;
      const cut = Math.ceil((first.from + 50 * minute) / binMs) * binMs;
      const night = reckonNight(
        dataOf(
          truth,
          sent(truth, true, (at) => at >= cut),
        ),
      );
      expect(night).toMatchObject({ bedTo: cut, tst: null, met: null });
      expect(night?.marks).toContain('short');
    }),
    { numRuns: 30 },
  );
});

test('no time is counted in the nights of two days', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 1, max: 70 }), (zone, hours) => {
      const first = nightDay('2026-10-25', zone);
      const second = nightDay('2026-10-26', zone);
      const from = first.night.from + 2 * hour;
      const presence = [
        { at: from, value: 1 },
        { at: from + hours * hour, value: 0 },
      ];
      const of = (day: typeof first) =>
        reckonNight({
          day,
          now: day.whole.until,
          joinMs: 2 * hour,
          presence,
          silences: [],
          stages: [],
          bins: {},
          heard: [],
          maker: null,
        });
      const all = [of(first), of(second)].flatMap((night) =>
        night ? [{ from: night.bedFrom, until: night.bedTo }, ...night.naps] : [],
      );
      const total = Math.min(from + hours * hour, second.whole.until) - from;
      expect(lengthOf(all)).toBeLessThanOrEqual(total);
      expect(all.every((span, index) => index === 0 || span.from >= (all[index - 1]?.until ?? 0))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

const plain: Truth = {
  ...{ zone: 'Asia/Shanghai', day: '2026-11-20', naps: [], stageOf: () => 1 },
  night: [{ from: Date.parse('2026-11-19T13:45:00Z'), until: Date.parse('2026-11-19T22:20:00Z') }],
};
const maker = (values: Partial<MakerNight>): MakerNight => ({
  ...{ from: plain.night[0]?.from ?? 0, until: plain.night[0]?.until ?? 0 },
  ...{
    awake: null,
    light: null,
    deep: null,
    rem: null,
    sol: null,
    awakenings: null,
    longAwakenings: null,
    exits: null,
    rollovers: null,
    events: null,
    score: null,
  },
  ...values,
});

test('without stages there is no sleep time, onset, efficiency or sign', () => {
  const night = reckonNight(dataOf(plain, { ...sent(plain, true), stages: [] }));
  expect(night).toMatchObject({
    tst: null,
    sol: null,
    se: null,
    waso: null,
    met: null,
    tib: 515 * 60,
    marks: ['no_stages'],
  });
});

test('a night under 3 h in bed, or covered to less than 60 %, has no figures of quality', () => {
  const [whole] = plain.night;
  const from = whole?.from ?? 0;
  const short = { ...plain, night: [{ from, until: from + 179 * minute }] };
  expect(reckonNight(dataOf(short, sent(short, true)))).toMatchObject({ se: null, met: null, marks: ['short'] });
  const lost = (at: number) => at > from + hour && at < from + 5 * hour;
  const thin = reckonNight(dataOf(plain, sent(plain, true, lost), { joinMs: 6 * hour }));
  expect(thin).toMatchObject({ tst: null, met: null });
  expect(thin?.marks).toContain('gaps');
});

test('weak signal takes heart and breath off the coverage, and leaves presence and stages', () => {
  const from = (plain.night[0]?.from ?? 0) + 3 * hour;
  const weak = { from: Math.ceil(from / binMs) * binMs, until: Math.ceil(from / binMs) * binMs + 30 * minute };
  const steady = sent(plain, true);
  const heart = steady.heart.filter(({ at }) => at < weak.from || at >= weak.until);
  const heard = steady.heart.map(({ at }) => at);
  const night = reckonNight(dataOf(plain, { ...steady, heart }, { heard }));
  expect(night).toMatchObject({ gaps: [{ ...weak, weak: true }], tst: 515 * 60, exits: 0, recorded: 485 * 60 });
  expect(night?.coverage).toBeCloseTo(1 - 30 / 515, 9);
});

test('two people in bed are marked and not told apart', () => {
  const two = sent(plain, true).heart.map((bin) => ({ ...bin, min: 56, max: 79 }));
  expect(reckonNight(dataOf(plain, { ...sent(plain, true), heart: two }))?.marks).toEqual(['two_people']);
});

test('stages of a maker that differ from the sleep time by more than 5 min are marked', () => {
  const without = { ...sent(plain, true), stages: [] };
  const of = (values: Partial<MakerNight>) => reckonNight(dataOf(plain, without, { maker: maker(values) }));
  const right = of({ awake: 35 * 60, light: 300 * 60, deep: 90 * 60, rem: 90 * 60, sol: 20 * 60, score: 82 });
  expect(right).toMatchObject({ tst: 480 * 60, sol: 1200, waso: 900, met: null, vendorScore: 82, marks: [] });
  const wakes = { awakenings: 4, longAwakenings: 1 };
  const counted = of({ awake: 35 * 60, light: 300 * 60, deep: 90 * 60, rem: 90 * 60, sol: 20 * 60, ...wakes });
  expect(counted).toMatchObject({ ...wakes, met: 4 });
  expect(of({ awake: 35 * 60, light: 300 * 60, deep: 84 * 60, rem: 90 * 60 })?.marks).toEqual(['stage_sum']);
  expect(of({ score: 82 })).toMatchObject({ tst: null, vendorScore: 82, marks: ['no_stages'] });
});

test('an instant belongs to the day of waking: from noon on to the next day', () => {
  const at = (text: string) => Date.parse(text);
  expect(wakingDay(at('2026-11-20T03:59:59Z'), 'Asia/Shanghai')).toBe('2026-11-20');
  expect(wakingDay(at('2026-11-20T04:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-21');
  expect(wakingDay(at('2026-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2027-01-01');
  expect(lastNight(at('2026-11-19T20:59:00Z'), 'Asia/Shanghai')).toBe('2026-11-19');
  expect(lastNight(at('2026-11-19T21:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-20');
});

test('a night of a clock change has 23 or 25 hours', () => {
  const hoursOf = (day: string) => lengthOf([nightDay(day, 'Europe/Berlin').whole]) / hour;
  expect(['2026-03-29', '2026-10-25', '2026-11-20'].map(hoursOf)).toEqual([23, 25, 24]);
});
