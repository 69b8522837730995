import { expect, test } from 'vitest';
import { shows, stateOf } from './viewState.ts';

const query = {
  page: 3,
  limit: 20,
  sort: [{ field: 'at', order: 'desc' as const }],
  values: { result: 'failed', account: 'li' },
};

test('a view keeps filters, sort, columns and density, and not the page', () => {
  expect(stateOf(query, { columns: ['at', 'ip'], density: 'medium' })).toEqual({
    filters: { result: 'failed', account: 'li' },
    sort: [{ field: 'at', order: 'desc' }],
    columns: ['at', 'ip'],
    density: 'medium',
  });
});

test('a list shows a view whatever the order of its filters and the page', () => {
  const state = stateOf(query, { columns: [], density: 'small' });
  expect(shows({ ...query, page: 1, values: { account: 'li', result: 'failed' } }, state)).toBe(true);
  expect(shows({ ...query, values: { result: 'failed' } }, state)).toBe(false);
  expect(shows({ ...query, sort: [] }, state)).toBe(false);
});
