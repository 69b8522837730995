import { expect, test } from 'vitest';
import { gradeLabel, gradesOf } from './grades.ts';
import { scoreScale } from './score.ts';
import { seededScales } from './seeds.ts';
import type { ReckonedFacts, Reckoning } from './testing/reckoned.ts';
import { reckonings } from './testing/reckoning.ts';
import { bestOf, seeded, summingTo } from './testing/seeded.ts';

const draws = 2000;
const codes = seededScales.map(({ code }) => code);

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const icdCodes = ['F00', 'F01.9', 'f03.900x001', 'F04', 'F32.1', 'F99', 'I10', 'G30.9', 'E11', 'J44'];
const kinds = ['fall', 'wandering', 'choking', 'self_harm', 'other'];
const schools = ['illiterate', 'primary', 'middle', 'high', 'college'];

function factsOf(kind: Reckoning['draws'], next: () => number): ReckonedFacts {
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  if (kind === 'schooling') return { schooling: pick(schools) };
  if (kind === undefined) return {};
  return {
    ...(next() < 0.5 && { diagnoses: Array.from({ length: Math.floor(next() * 3) }, () => pick(icdCodes)) }),
    ...(next() < 0.5 && { events: { [pick(kinds)]: Math.floor(next() * 3), [pick(kinds)]: 1 } }),
    ...(next() < 0.2 && { coma: next() < 0.5 }),
  };
}

/** Returns answers near the best, anywhere or near the worst. */
function drawn({ codes: options }: Reckoning, next: () => number): string[] {
  const bias = [0.05, 0.3, 1, 3, 40][Math.floor(next() * 5)] ?? 1;
  return options.map((item) => item[Math.floor(next() ** bias * item.length)] ?? '');
}

test.each(codes)('%s: 2,000 drawn forms agree with a reckoning from the standard', (code) => {
  const scale = seeded(code);
  const reckoning = reckonings[code] as Reckoning;
  const next = generator(42);
  const label = (grade: string | null, set: string | null) => gradeLabel(scale, grade, set);
  const grades = new Set<string | null>();
  for (let count = 0; count < draws; count += 1) {
    const list = drawn(reckoning, next);
    const facts = factsOf(reckoning.draws, next);
    const answers = Object.fromEntries(list.map((answer, index) => [scale.items[index]?.code ?? '', answer]));
    const score = scoreScale(scale, { answers, facts: { ...facts } });
    const expected = reckoning.reckon(list, facts);
    grades.add(expected.final);
    expect(
      {
        ...{ parts: score.parts, levels: score.levels, total: score.total },
        ...{ preliminary: label(score.preliminary, score.bandSet), final: label(score.final, score.bandSet) },
      },
      JSON.stringify({ answers, facts }),
    ).toEqual({
      ...{ parts: expected.parts ?? score.parts, levels: expected.levels ?? {} },
      total: code === 'risk9' ? null : expected.total,
      ...{ preliminary: expected.preliminary, final: expected.final },
    });
  }
  // The draw reaches each grade, so the agreement says something about all of them.
  const holes = scale.grade?.by === 'matrix' ? 1 : 0;
  expect(grades.size).toBe((gradesOf(scale).length || 1) + holes);
});

test.each(codes.filter((code) => reckonings[code]?.gradeOf))(
  '%s: every total has the grade of the standard',
  (code) => {
    const scale = seeded(code);
    const { gradeOf } = reckonings[code] as Reckoning;
    const open = code === 'mnasf' ? ['7'] : [];
    const items = scale.items.filter((item) => !open.includes(item.code));
    const highest = items.reduce((sum, { options }) => sum + Math.max(...options.map(({ points }) => points)), 0);
    const totals = new Set<number>();
    for (let total = 0; total <= highest; total += 1)
      for (const schooling of code === 'mmse' ? schools : ['']) {
        const facts = { ...(schooling && { schooling }) };
        const score = scoreScale(scale, { answers: summingTo({ ...scale, items }, total), facts: { ...facts } });
        if (score.total !== total) continue;
        totals.add(total);
        expect([total, gradeLabel(scale, score.preliminary, score.bandSet)]).toEqual([
          ...[total, gradeOf?.(total, facts)],
        ]);
      }
    expect(totals.has(highest)).toBe(true);
  },
);

test.each([
  [90, '0'],
  [89, '1'],
  [66, '1'],
  [65, '2'],
  [46, '2'],
  [45, '3'],
  [30, '3'],
  [29, '4'],
  [0, '4'],
] as const)('GB/T 42195 at %i points is grade %s', (total, grade) => {
  const answers = { ...summingTo(seeded('gbt42195'), total), ...(total < 29 && { 'B3.9': '0a' }) };
  expect(scoreScale(seeded('gbt42195'), { answers, facts: {} })).toMatchObject({
    total,
    preliminary: grade,
    final: grade,
  });
});

test.each(codes)('%s: each single item left out takes total and grades away', (code) => {
  const scale = seeded(code);
  const best = bestOf(scale);
  if (code === 'mnasf') delete best['7'];
  const facts = {
    ...(code === 'gbt42195' && { coma: true, diagnoses: ['F00'], events: { fall: 9 } }),
    ...(code === 'mmse' && { schooling: 'primary' }),
  };
  expect(scoreScale(scale, { answers: best, facts }).complete).toBe(true);
  for (const item of Object.keys(best)) {
    const { [item]: _open, ...answers } = best;
    expect(scoreScale(scale, { answers, facts }), item).toMatchObject({
      ...{ complete: false, missing: code === 'mnasf' && item === '6' ? ['6', '7'] : [item] },
      ...{ total: null, preliminary: null, final: null, manual: false },
    });
  }
});
