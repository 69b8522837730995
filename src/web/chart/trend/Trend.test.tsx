import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Radar } from '../Radar.tsx';
import { Spark } from '../Spark.tsx';
import type { Panel } from '../series.ts';
import { readout, readoutText } from './readout.ts';
import { sentenceOf } from './sentence.ts';
import { Trend } from './Trend.tsx';
import { TrendTable } from './TrendTable.tsx';

const words = { 1: '紧急', 2: '预警', 3: '关注', 4: '提示' } as const;
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00+08:00`;
const pressure: Panel = {
  title: '血压',
  unit: 'mmHg',
  series: [
    {
      name: '收缩压',
      points: [
        { at: at(1), value: 124 },
        { at: at(2), value: 168, level: 2 },
        { at: at(4), value: 138 },
        { at: at(5), value: 300, struck: '数据异常' },
      ],
    },
    { name: '舒张压', points: [1, 2, 4].map((day) => ({ at: at(day), value: 80 + day })) },
  ],
  bands: [{ low: 90, high: 139, label: '收缩压正常 90–139' }],
};
const span = { from: at(1), to: at(6), step: 'day', zone: 'Asia/Shanghai' } as const;
const drawn = (panel: Panel) => renderToStaticMarkup(<Trend panels={[panel]} {...span} />);
const count = (html: string, part: string) => html.split(part).length - 1;

test('each stretch between gaps is a line of its own, and a value that counts nowhere is not drawn', () => {
  const html = drawn(pressure);
  expect(count(html, 'class="line" d="M')).toBe(2 * 2 + 2);
  expect(html).not.toContain('>300<');
  expect(html).toContain('11-03 无数据，按缺口显示');
});

test('a sentence says what the chart shows', () => {
  expect(sentenceOf(pressure, 'day')).toBe(
    '血压（mmHg）：收缩压 3 个值，最低 124，平均 143，最高 168；1 天超出正常范围。舒张压 3 个值，最低 81，平均 82，最高 84。',
  );
  expect(sentenceOf({ title: '血氧', unit: '%', series: [{ name: '血氧', points: [] }] }, 'raw')).toBe(
    '血氧（%）：没有数据。',
  );
});

test('a mean of hours weighs each by its number of values', () => {
  const points = [
    { at: at(1), value: 60, min: 48, max: 70, n: 3 },
    { at: at(2), value: 80, min: 75, max: 99, n: 1 },
  ];
  expect(sentenceOf({ title: '心率', unit: '次/分', series: [{ name: '心率', points }] }, 'hour')).toContain(
    '4 个值，最低 48，平均 65，最高 99',
  );
});

test('the table has all values, newest first, struck ones with their reason', () => {
  const html = renderToStaticMarkup(
    <TrendTable panels={[pressure]} step="day" zone="Asia/Shanghai" levelWords={words} caption="" />,
  );
  expect(html.indexOf('11-05 周四')).toBeLessThan(html.indexOf('11-01 周日'));
  expect(html).toMatch(/<del>300<\/del>.*数据异常/);
  expect(html).toMatch(/168.*预警/);
});

test('the cross-hair reads all series with unit and level', () => {
  const [first = 0] = [Date.parse(at(2)) + 43_200_000];
  const values = readout([pressure], first, 'day', 1000);
  expect(readoutText(first, values, [pressure], 'day', 'Asia/Shanghai', words)).toBe(
    '11-02 周一，收缩压 168 mmHg 预警，舒张压 82 mmHg',
  );
});

test('a chart without any value has axes and says so', () => {
  const html = drawn({ title: '血氧', unit: '%', series: [{ name: '血氧', points: [] }] });
  expect(html).toContain('没有数据');
  expect(html).not.toMatch(/NaN|undefined|Infinity/);
});

test('a small line breaks at gaps and ends in the sign of its level', () => {
  const html = renderToStaticMarkup(
    <Spark values={[120, null, 130, 152]} low={90} high={139} level={3} label="血压" />,
  );
  expect(count(html, 'M')).toBeGreaterThanOrEqual(2);
  expect(html).toContain('var(--level3)');
  expect(renderToStaticMarkup(<Spark values={[]} />)).not.toContain('NaN');
  expect(renderToStaticMarkup(<Spark values={[null, 5]} />)).not.toContain('NaN');
});

test('a radar with an unknown part has no outline and says which', () => {
  const spokes = [
    { label: '自理', value: 0.5 },
    { label: '运动', value: null },
    { label: '精神', value: 0.75 },
  ];
  const html = renderToStaticMarkup(<Radar title="四个部分" spokes={spokes} />);
  expect(html).not.toContain('class="line"');
  expect(html).toContain('四个部分：自理 50%，运动 —，精神 75%');
  expect(
    count(
      renderToStaticMarkup(<Radar title="" spokes={spokes.map((each) => ({ ...each, value: 1 }))} />),
      'class="line"',
    ),
  ).toBe(1);
});

test('a counter is a bar for each day, and its axis begins at 0', () => {
  const points = [1, 2].map((day) => ({ at: at(day), value: 4000 + day }));
  const html = drawn({ title: '步数', unit: '步', series: [{ name: '步数', points, bars: true }] });
  expect(count(html, '<rect')).toBe(2);
  expect(html).toContain('>0</text>');
});

test('signs of one chart may have steps of their own', () => {
  const single = { at: '2026-11-01T07:10:00+08:00', value: 124 };
  const panels: Panel[] = [
    { title: '血压', unit: 'mmHg', step: 'raw', series: [{ name: '血压', points: [single] }] },
    { title: '心率', unit: '次/分', series: [{ name: '心率', points: [{ at: at(1), value: 70 }] }] },
  ];
  const html = renderToStaticMarkup(
    <TrendTable panels={panels} step="day" zone="Asia/Shanghai" levelWords={words} caption="" />,
  );
  expect(html).toContain('11-01 周日 07:10<');
  expect(html).toContain('11-01 周日<');
});
