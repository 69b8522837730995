import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeFilters } from './filter/activeFilters.tsx';
import { decodeQuery, encodeQuery, type ListQuery, nextSort, toInput } from './query.ts';
import type { Filter } from './types.ts';

const filters: readonly Filter[] = [
  { kind: 'text', field: 'keyword', label: '关键字' },
  {
    kind: 'multi',
    field: 'level',
    label: '级别',
    options: [1, 2, 3].map((value) => ({ value, label: `${value} 级` })),
  },
  { kind: 'select', field: 'state', label: '状态', options: [{ value: 'active', label: '服务中' }] },
  { kind: 'check', field: 'overdue', label: '超时' },
  { kind: 'dates', from: 'createdFrom', to: 'createdTo', label: '时间', unit: 'instant' },
  { kind: 'numbers', from: 'ageFrom', to: 'ageTo', label: '年龄' },
];
const defaults = { limit: 10, sort: [] };

function roundTrip(query: ListQuery): ListQuery {
  const entries = Object.entries(encodeQuery(query, filters, defaults)).filter((entry) => entry[1] !== null);
  return decodeQuery(
    new URLSearchParams(new URLSearchParams(entries as [string, string][]).toString()),
    filters,
    defaults,
  );
}

describe('the query in the address', () => {
  test('has no whole number of a person, however it is written, and any other text', () => {
    const personal: Filter[] = [{ kind: 'text', field: 'keyword', label: '关键字', personal: true }];
    const written = (keyword: string) =>
      encodeQuery({ page: 1, limit: 10, sort: [], values: { keyword } }, personal, defaults).keyword;
    expect(['138 1234 9911', '+86 138-1234-9911', '11010119380101007X', '１３８１２３４９９１１'].map(written)).toEqual(
      [null, null, null, null],
    );
    expect(['9911', 'KH000123', '欧阳'].map(written)).toEqual(['9911', 'KH000123', '欧阳']);
    expect(roundTrip({ page: 1, limit: 10, sort: [], values: { keyword: '13812349911' } }).values.keyword).toBe(
      '13812349911',
    );
  });

  test('an empty address asks for page 1 with 10 rows', () => {
    expect(decodeQuery(new URLSearchParams(), filters, defaults)).toEqual({ page: 1, limit: 10, sort: [], values: {} });
  });

  test('whatever was asked for comes back from the address unchanged', () => {
    const query = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      limit: fc.integer({ min: 1, max: 200 }),
      sort: fc.array(
        fc.record({ field: fc.constantFrom('name', 'a.b'), order: fc.constantFrom('asc' as const, 'desc' as const) }),
        {
          maxLength: 3,
        },
      ),
      values: fc.dictionary(
        fc.constantFrom('keyword', 'level', 'state', 'ageFrom'),
        fc.string({ minLength: 1, unit: 'grapheme' }),
      ),
    });
    fc.assert(
      fc.property(query, (listQuery) => {
        expect(roundTrip(listQuery)).toEqual({ ...listQuery, values: { ...listQuery.values } });
      }),
    );
  });

  test.each(['abc', '2026-13-45', '2026-02-30', '2026-11-20T25:00', '2026-11-20T10:05T', '2026-11-20T'])(
    'the time %s of an address asks for nothing',
    (text) => {
      const address = new URLSearchParams({ createdFrom: text, createdTo: '2026-11-20T10:05' });
      const query = decodeQuery(address, filters, defaults);
      expect(query.values).toEqual({ createdTo: '2026-11-20T10:05' });
      expect(toInput(query, filters)).toMatchObject({ createdTo: '2026-11-20T02:05:59.999Z' });
    },
  );

  test('nonsense in the address falls back to the defaults', () => {
    const address = new URLSearchParams('page=0&limit=9999&sort=name.up,&level=');
    expect(decodeQuery(address, filters, defaults)).toEqual({ page: 1, limit: 10, sort: [], values: {} });
  });

  test('defaults leave the address empty', () => {
    const plain = { page: 1, limit: 10, sort: [], values: {} };
    expect(Object.values(encodeQuery(plain, filters, defaults)).every((value) => value === null)).toBe(true);
  });
});

describe('the input of the call', () => {
  const input = (values: Record<string, string>, params = {}) =>
    toInput({ page: 2, limit: 20, sort: [{ field: 'name', order: 'asc' }], values }, filters, params);

  test('filters are typed as the contract wants them', () => {
    expect(input({ keyword: ' 王 ', level: '1,3', state: 'active', overdue: '1', ageFrom: '60' })).toEqual({
      page: 2,
      limit: 20,
      sort: [{ field: 'name', order: 'asc' }],
      keyword: '王',
      level: [1, 3],
      state: 'active',
      overdue: true,
      ageFrom: 60,
    });
  });

  test('a number that is none of the choices is sent as a number, and what is none as it stands', () => {
    expect(input({ level: '2,7' })).toMatchObject({ level: [2, 7] });
    expect(input({ level: 'abc', state: '15' })).toMatchObject({ level: ['abc'], state: '15' });
  });

  test('a day of the reader is the day in China, from its first to its last millisecond', () => {
    expect(input({ createdFrom: '2026-11-20', createdTo: '2026-11-20' })).toMatchObject({
      createdFrom: '2026-11-19T16:00:00.000Z',
      createdTo: '2026-11-20T15:59:59.999Z',
    });
  });

  test('a minute is all of it, wherever it stands', () => {
    expect(input({ createdFrom: '2026-11-20T08:05', createdTo: '2026-11-20T09:05' })).toMatchObject({
      createdFrom: '2026-11-20T00:05:00.000Z',
      createdTo: '2026-11-20T01:05:59.999Z',
    });
  });

  test('a filter in force wins over a fixed parameter, an empty one does not', () => {
    expect(input({ state: 'active' }, { state: 'paused' })).toMatchObject({ state: 'active' });
    expect(input({ state: '' }, { state: 'paused' })).toMatchObject({ state: 'paused' });
  });
});

test('the filters in force are named in the words of the screen', () => {
  const query = { page: 1, limit: 10, sort: [], values: { keyword: '王', level: '1,2', overdue: '1', ageTo: '80' } };
  expect(activeFilters(query, filters).map(({ text: activeText }) => activeText)).toEqual([
    '王',
    '1 级、2 级',
    '超时',
    '年龄 不限 – 80',
  ]);
});

test('a click on a head sorts up, then down, then not', () => {
  const up = nextSort([], 'age');
  const down = nextSort(up, 'age');
  expect([up, down, nextSort(down, 'age'), nextSort(down, 'name')]).toEqual([
    [{ field: 'age', order: 'asc' }],
    [{ field: 'age', order: 'desc' }],
    [],
    [{ field: 'name', order: 'asc' }],
  ]);
});
