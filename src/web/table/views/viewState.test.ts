import { expect, test } from 'vitest';
import type { ViewState } from '#shared/contract/savedView.ts';
import { chipsThatFit, isShown, selectsSame, stateOf } from './viewState.ts';

const query = {
  page: 3,
  limit: 20,
  sort: [{ field: 'createdAt', order: 'desc' as const }],
  values: { status: 'on', name: '甲' },
};

test('a view keeps filters, sort, columns and density, and not the page', () => {
  expect(stateOf(query, { columns: ['name'], density: 'small' })).toEqual({
    filters: { status: 'on', name: '甲' },
    sort: [{ field: 'createdAt', order: 'desc' }],
    columns: ['name'],
    density: 'small',
  });
});

const now = stateOf(query, { columns: [], density: 'small' });

test('a view is shown when filters, in any order, sort, columns and density are its own', () => {
  const view: ViewState = { ...now, filters: { name: '甲', status: 'on' } };
  expect(isShown(view, now)).toBe(true);
  expect(isShown({ filters: view.filters, sort: view.sort ?? [] }, now)).toBe(true);
  expect(isShown({ ...view, density: 'large' }, now)).toBe(false);
  expect(isShown({ ...view, columns: ['name'] }, now)).toBe(false);
});

test('another order of the rows is another view', () => {
  expect(selectsSame(now, { ...now, sort: [] })).toBe(false);
  expect(selectsSame(now, { ...now, columns: ['name'], density: 'large' })).toBe(true);
});

test('chips that do not fit go behind the row, but never the one that is shown', () => {
  expect([...chipsThatFit([100, 200, 300, 400], 250, 0)]).toEqual([0, 1]);
  expect([...chipsThatFit([100, 200, 300, 400], 400, -1)]).toEqual([0, 1, 2, 3]);
  expect([...chipsThatFit([100, 200, 300, 400], 250, 3)]).toEqual([0, 3]);
  expect([...chipsThatFit([100, 200], 50, 1)]).toEqual([1]);
});
