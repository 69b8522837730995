import { expect, test } from 'vitest';
import { breathGrade } from './breath.ts';
import { nightMetrics } from './metrics.ts';
import { isMet, metOf } from './signs.ts';

type Psg = 'W' | 'N1' | 'N2' | 'N3' | 'R';
const codes = { awake: 'W', rem: 'R' } as const;

function epochs(text: string): Psg[] {
  return text.split(' ').flatMap((part) => {
    const [, stage = '', count = '1'] = /^(W|N1|N2|N3|R)·?(\d+)$/.exec(part) ?? [];
    return new Array<Psg>(Number(count)).fill(stage as Psg);
  });
}
const minutes = (seconds: number | null | undefined) => (seconds === null ? null : (seconds ?? 0) / 60);
const round = (value: number | null, places = 2) => (value === null ? null : Number(value.toFixed(places)));

test('the figures of the first night are those of clinical.md 4.2 to the second decimal', () => {
  const night = epochs('W30 N1·10 N2·80 N3·60 R40 W20 N1·10 N2·200 N3·60 R120 W10 N2·120 R40 W20');
  const figures = nightMetrics(night, codes);
  expect(night.length).toBe(820);
  expect([figures.tib, figures.sol, figures.spt, figures.tst, figures.waso].map(minutes)).toEqual([
    410, 15, 385, 370, 15,
  ]);
  expect([round(figures.se), round(figures.sme)]).toEqual([90.24, 96.1]);
  const stages = (['N1', 'N2', 'N3', 'R'] as const).map((stage) => minutes(figures.stages.get(stage)));
  expect(stages).toEqual([10, 200, 60, 100]);
  expect(stages.map((part) => round(((part ?? 0) / 370) * 100))).toEqual([2.7, 54.05, 16.22, 27.03]);
  expect([minutes(figures.remLatency), figures.awakenings]).toEqual([75, 2]);
});

test('the figures of the published night are those of clinical.md 4.2', () => {
  const night = epochs('W109 N1·66 N2·200 W243 N2·266 N3·364 R249');
  const figures = nightMetrics(night, codes);
  expect([figures.tib, figures.tst, figures.waso].map(minutes)).toEqual([748.5, 572.5, 121.5]);
  expect(round(figures.se, 3)).toBe(76.486);
  const share = (stage: Psg) => round(((figures.stages.get(stage) ?? 0) / figures.tst) * 100, 3);
  expect((['N1', 'N2', 'N3', 'R'] as const).map(share)).toEqual([5.764, 40.699, 31.79, 21.747]);
});

test('a night awake throughout has no sleep, efficiency 0, and neither onset nor time awake after it', () => {
  const figures = nightMetrics(epochs('W800'), codes);
  expect(figures).toMatchObject({ tst: 0, se: 0, sol: null, waso: null, sme: null, spt: null, remLatency: null });
  expect(metOf(figures)).toBe(0);
});

test('epochs without a stage are neither sleep nor awake, and left out of the efficiency', () => {
  const figures = nightMetrics([...epochs('W10 N2·40'), null, null, ...epochs('N2·40 W10')], codes);
  expect(figures).toMatchObject({ tst: 2400, awake: 600, unknown: 60, waso: 0, awakenings: 0, se: 80, sme: 100 });
});

test('awakenings are runs awake within sleep, and those of 5 min count among the signs', () => {
  const figures = nightMetrics(epochs('N2·20 W9 N2·20 W10 N2·20 W30 R20 W30'), codes);
  expect([figures.awakenings, figures.longAwakenings, figures.waso]).toEqual([3, 2, 49 * 30]);
});

test.each([
  ['sol', 1800, 1801],
  ['se', 85, 84.99],
  ['waso', 1800, 1801],
  ['longAwakenings', 2, 3],
] as const)('the sign %s is met up to its limit, and an absent figure is neither', (sign, met, missed) => {
  const none = { sol: null, se: null, waso: null, longAwakenings: null };
  expect([met, missed, null].map((value) => isMet(sign, { ...none, [sign]: value }))).toEqual([true, false, null]);
});

test('an index of breathing events is graded 5, 15 and 30', () => {
  expect([4.99, 5, 14.9, 15, 29.9, 30].map(breathGrade)).toEqual(['正常', '轻', '轻', '中', '中', '重']);
});
