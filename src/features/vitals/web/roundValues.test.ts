import { describe, expect, test } from 'vitest';
import { houseBands } from '#shared/health/bands.ts';
import { noEntry, readRow } from '#web/table/sheet/sheetState.ts';
import type { RowTexts } from '#web/table/sheet/types.ts';
import { allColumns, needsRemark } from './columns.ts';
import type { Latest, RoundRow } from './roundRows.ts';
import { checkRow, entryOf, news2Of, storedTexts } from './roundValues.ts';

const at = '2026-11-20T01:30:00.000Z';
const value = (kind: Latest['kind'], number: number, more: Partial<Latest> = {}): Latest => ({
  ...{ kind, value: number, unit: '1', at, since: at, level: null, meal: null },
  source: { id: '7', name: '顾芸', kind: 'person' },
  ...more,
});
const aRow = (latest: Latest[] = []): RoundRow => ({
  ...{ id: '7', name: '赵长根', age: 91, building: null, room: '101', bed: '1', sealed: false, oxygenScale: 1 },
  sets: { own: [], illnesses: [], house: houseBands },
  latest: new Map(latest.map((each) => [each.kind, each])),
});
const row = aRow();
const read = (texts: RowTexts) => readRow(allColumns, row, texts).values;
const entry = (texts: RowTexts, saved: RowTexts = {}) => ({ ...noEntry, texts, saved });
const check = (texts: RowTexts, saved?: RowTexts) => checkRow(row, read(texts), entry(texts, saved));
const sent = (texts: RowTexts, saved?: RowTexts) => entryOf(row, read(texts), entry(texts, saved), at);

describe('a row of a round', () => {
  test('sends both pressures, and a glucose with its meal', () => {
    expect(sent({ pressure: '118/70', glucose: '6.8', meal: 'fasting', consciousness: '0' })).toEqual({
      ...{ customerId: '7', measuredAt: at, meal: 'fasting' },
      values: { systolic: 118, diastolic: 70, glucose: 6.8, consciousness: 0 },
    });
  });

  test('sends only what is new; a new remark goes with the values that it is about', () => {
    const saved = { heart_rate: '72', temperature: '38.3', remark: '' };
    expect(sent({ ...saved, spo2: '97' }, saved)?.values).toEqual({ spo2: 97 });
    expect(sent({ ...saved, remark: '已报医生' }, saved)).toMatchObject({
      values: { temperature: 38.3 },
      remark: '已报医生',
    });
    expect(sent({ glucose: '6.8', meal: 'after_2h' }, { glucose: '6.8', meal: 'fasting' })).toMatchObject({
      values: { glucose: 6.8 },
      meal: 'after_2h',
    });
    expect(sent(saved, saved)).toBeUndefined();
  });

  test('asks for a remark from 预警 on, for the meal of a glucose, and keeps what is stored', () => {
    expect([needsRemark(row, { temperature: '38.0' }), needsRemark(row, { temperature: '38.1' })]).toEqual([
      false,
      true,
    ]);
    // 7.0 is 预警 after a night, and normal after a meal.
    expect(needsRemark(row, { glucose: '7.0', meal: 'fasting' })).toBe(true);
    expect(needsRemark(row, { glucose: '7.0', meal: 'after_2h' })).toBe(false);
    expect(check({ temperature: '38.1' })).toEqual({ remark: '预警和紧急的值请填写备注' });
    expect(check({ glucose: '5.0' })).toEqual({ meal: '血糖请选餐别' });
    expect(check({ meal: 'fasting' })).toEqual({ meal: '餐别只用于血糖' });
    expect(check({ heart_rate: '' }, { heart_rate: '72' })).toEqual({ heart_rate: '已存的值请到档案里撤回' });
  });

  test('shows a NEWS2 of all seven parts, else what is missing; nothing without a part', () => {
    const parts = { pressure: '118/70', heart_rate: '92', breath_rate: '20', temperature: '38.3', spo2: '95' };
    expect(news2Of(row, { ...parts, oxygen: '0', consciousness: '0' })).toMatchObject({ total: 3, risk: 'low' });
    expect(news2Of(row, parts)).toMatchObject({ total: null, missing: ['oxygen', 'consciousness'], atLeast: 3 });
    expect(news2Of(row, { weight: '52.6' })).toBeUndefined();
    // 90 % are 3 points, but what is aimed at on scale 2.
    expect(news2Of(row, { spo2: '90' })?.points).toEqual({ spo2: 3 });
    expect(news2Of({ ...row, oxygenScale: 2 }, { spo2: '90' })?.points).toEqual({ spo2: 0 });
  });

  test('stands as saved with what people entered at its time; half a pressure and values of devices do not', () => {
    const device = { source: { id: '9', name: '手表', kind: 'device' as const } };
    const stored = (latest: Latest[]) => storedTexts(aRow(latest), at);
    expect(
      stored([value('systolic', 118), value('diastolic', 70), value('glucose', 6.8, { meal: 'fasting' })]),
    ).toEqual({ pressure: '118/70', glucose: '6.8', meal: 'fasting' });
    expect(stored([value('systolic', 118)])).toBeUndefined();
    expect(stored([value('heart_rate', 72, device)])).toBeUndefined();
    expect(stored([value('heart_rate', 72, { at: '2026-11-20T01:29:00.000Z' })])).toBeUndefined();
    expect(stored([value('oxygen', 1)])).toEqual({ oxygen: '1' });
  });
});
