import { expect, test } from 'vitest';
import { catalogueOf, itemsByCode } from '#shared/physical/catalogues.ts';
import { ApiError } from '#web/api/request.ts';
import type { PhysicalRecord } from '../record.ts';
import { nothing } from './entered.ts';
import { settledBy, shownInputs, withChange } from './inputs.ts';
import { type Change, contested, factKey, refusalOf } from './send.ts';

const catalogue = catalogueOf(1) ?? expect.fail('there is no catalogue 1');
const item = itemsByCode(catalogue).get('8310-5') ?? expect.fail('there is no item');
const temperature = (text: string): Change => ({ item, entered: { ...nothing, text } });
const conclusion = (value: string): Change => ({ fact: 'conclusion', value });
const stored = (version: number, value: number | null, words: string | null = null) =>
  ({
    ...{ version, conclusion: words, advice: null, nextDate: null, fileIds: [] },
    items: value === null ? [] : [{ code: item.code, value, text: null, note: null, absent: false, given: null }],
  }) as unknown as PhysicalRecord;
const textOf = (shown: ReturnType<typeof shownInputs>) => shown.typed.get(item.code)?.text;

test('input is shown until a version of the record includes it', () => {
  const change = temperature('36.5');
  const typed = withChange(new Map(), item.code, change);
  expect(textOf(shownInputs(typed, stored(9, null)))).toBe('36.5');
  const saved = settledBy(typed, new Map([[item.code, change]]), 2);
  expect(textOf(shownInputs(saved, stored(1, null)))).toBe('36.5');
  expect(textOf(shownInputs(saved, stored(2, 36.5)))).toBeUndefined();
});

test('what is typed again while it is stored stays', () => {
  const first = temperature('36');
  const again = withChange(withChange(new Map(), item.code, first), item.code, temperature('36.5'));
  expect(textOf(shownInputs(settledBy(again, new Map([[item.code, first]]), 2), stored(2, 36)))).toBe('36.5');
});

test('words that others wrote are shown after their version was taken', () => {
  const change = conclusion('血压偏高');
  const key = factKey('conclusion');
  const typed = withChange(new Map(), key, change);
  expect(shownInputs(typed, stored(1, null)).facts.conclusion).toBe('血压偏高');
  const taken = settledBy(typed, new Map([[key, change]]), 2);
  expect(shownInputs(taken, stored(2, null, '血脂异常')).facts.conclusion).toBe('血脂异常');
});

test('a field is contested where others stored another value, and not after an own value', () => {
  const batch = new Map([[item.code, temperature('36.8')]]);
  const [before, latest] = [stored(1, null), stored(3, 36.5)];
  expect([...contested(batch, new Map(), before, latest).keys()]).toEqual([item.code]);
  expect(contested(batch, new Map(), before, stored(3, 36.8)).size).toBe(0);
  expect(contested(batch, new Map([[item.code, temperature('36.50')]]), before, latest).size).toBe(0);
});

test('a refusal stands at its item, whether it is named by code or by place, and at the whole batch otherwise', () => {
  const batch = new Map([
    [item.code, temperature('36.8')],
    [factKey('conclusion'), conclusion('血压偏高')],
  ]);
  const reasonsAt = (field: string) => {
    const data = { errors: [{ field, rule: 'range', msg: '不对' }] };
    return [...refusalOf(new ApiError({ code: 400, status: 400, msg: '', data }), batch, [item.code])];
  };
  expect(reasonsAt(`items.${item.code}`)).toEqual([[item.code, '不对']]);
  expect(reasonsAt('items.0.value')).toEqual([[item.code, '不对']]);
  expect(reasonsAt('conclusion')).toEqual([['fact:conclusion', '不对']]);
  expect(reasonsAt('items.8462-4')).toEqual([...batch.keys()].map((key) => [key, '不对']));
});
