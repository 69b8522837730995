import { expect, test } from 'vitest';
import { ruleKinds, signsOfKind } from './definition.ts';
import { ruleSentence } from './ruleSentence.ts';
import { type FiredRule, sentenceOf } from './sentence.ts';

const points = (metric: string, ...values: number[]) => values.map((value, at) => ({ metric, at, value }));
const fired = (part: Partial<FiredRule> & Pick<FiredRule, 'kind' | 'metric' | 'value'>): FiredRule => ({
  ...{ side: 'high', limit: null, said: {}, samples: points(part.metric, part.value) },
  ...part,
});

const band = { kind: 'band', metric: 'systolic' } as const;
const pulseAndOxygen = [...points('heart_rate', 118), ...points('spo2', 90)];

test.each<[string, FiredRule]>([
  [
    '收缩压 186，连续 2 次高于 180',
    fired({ ...band, value: 186, limit: 180, said: { times: 2 }, samples: points('systolic', 180, 182, 186) }),
  ],
  [
    '收缩压 186，连续 2 次达到 180',
    fired({ ...band, value: 186, limit: 180, said: { times: 2 }, samples: points('systolic', 180, 186) }),
  ],
  ['收缩压 82，低于 85', fired({ ...band, side: 'low', value: 82, limit: 85, said: { times: 1 } })],
  [
    '心率 118，已 3 分钟高于 116',
    fired({ kind: 'band', metric: 'heart_rate', value: 118, limit: 116, said: { minutes: 3 } }),
  ],
  [
    '心率 120，比前 5 次的中位数 88 高 32',
    fired({ kind: 'step', metric: 'heart_rate', value: 120, said: { reference: 88, by: 32, of: 5 } }),
  ],
  [
    '血氧 90，比前 5 次的中位数 96 低 6',
    fired({ kind: 'step', metric: 'spo2', side: 'low', value: 90, said: { reference: 96, by: -6, of: 5 } }),
  ],
  [
    '体重 58.8 kg，30 天下降 5.2%',
    fired({ kind: 'trend', metric: 'weight', side: 'low', value: 58.8, said: { percent: -5.16, days: 30 } }),
  ],
  [
    '体重 64.1 kg，3 天平均每天上升 0.7 kg',
    fired({ kind: 'trend', metric: 'weight', value: 64.1, said: { perDay: 0.7, days: 3 } }),
  ],
  [
    '夜间心率 70，高于 14 夜中位数 60',
    fired({ kind: 'baseline', metric: 'heart_rate', value: 70.2, said: { z: 4.5, median: 60, nights: 14 } }),
  ],
  [
    '夜间离床 35 分钟',
    fired({ kind: 'lasting', metric: 'in_bed', value: 35, said: { night: 1 }, samples: points('in_bed', 0) }),
  ],
  ['4 小时无活动', fired({ kind: 'lasting', metric: 'motion', value: 240, samples: points('motion', 0) })],
  [
    '在床而呼吸为 0 已 20 秒',
    fired({ kind: 'lasting', metric: 'breath_rate', value: 0, limit: 0.33, samples: points('breath_rate', 0) }),
  ],
  [
    '心率 118 且血氧 90，相隔不到 10 分钟',
    fired({ kind: 'together', metric: 'spo2', value: 90, said: { minutes: 10 }, samples: pulseAndOxygen }),
  ],
  ['NEWS2 7 分', fired({ kind: 'news2', metric: 'news2', value: 7, limit: 5, said: { single: 1 } })],
  ['NEWS2 4 分，单项 3 分', fired({ kind: 'news2', metric: 'news2', value: 4, limit: 5, said: { single: 1 } })],
])('%s', (sentence, warning) => {
  expect(sentenceOf(warning)).toBe(sentence);
});

const diagnoses =
  /病|症|炎|癌|瘤|梗|卒中|中风|衰竭|休克|感染|综合征|高血压|低血压|高血糖|低血糖|心动过[速缓]|呼吸暂停|缺氧|发热|发烧|失眠|肥胖|异常|诊断/;

test('no sentence names a diagnosis, of any kind, sign, side and level', () => {
  const said = { times: 3, reference: 80, by: 30, of: 5, days: 30, percent: -5, median: 60, nights: 14, single: 1 };
  const all = Object.keys(ruleKinds).flatMap((kind) =>
    signsOfKind[kind as keyof typeof signsOfKind].flatMap((metric) =>
      (['high', 'low', 'other'] as const).map((side) =>
        sentenceOf(fired({ kind: kind as FiredRule['kind'], metric, side, value: 100, limit: 90, said })),
      ),
    ),
  );
  expect(all.filter((sentence) => diagnoses.test(sentence))).toEqual([]);
  expect(all.length).toBeGreaterThan(60);
});

test('a rule is one sentence, with a blank for what is missing', () => {
  const rule = { metric: 'systolic', level: null, hours: null };
  expect(
    ruleSentence({ ...rule, kind: 'band', definition: { times: 2, back: 5, clearMinutes: 30 } }, '有高血压的客户'),
  ).toBe('有高血压的客户，收缩压连续 2 次越限就报，级别按界限；回到界限内 5 mmHg，保持 30 分钟结束。');
  const hours = { from: '22:00', to: '06:00' };
  expect(
    ruleSentence({ kind: 'lasting', metric: 'in_bed', level: 2, hours, definition: { value: 0 } }, '所有客户'),
  ).toBe('所有客户，22:00 到次日 06:00 之间，离床 … 分钟就报，级别重要。');
});
