import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageNumbers } from '../Pager.tsx';
import { answered, emptyRows, failed, type Problem, started } from '../rowsState.ts';
import { chosenColumns, fittingColumns, placeColumns } from './layout.ts';
import { targetRow } from './useRowFocus.ts';
import { movedBy, spansOf, visibleRange } from './windowing.ts';

const view = fc.record({
  scrollTop: fc.integer({ min: 0, max: 400_000 }),
  height: fc.integer({ min: 0, max: 2000 }),
  rowHeight: fc.constantFrom(32, 40, 48),
});

test('rows and gaps together are as many as the rows, in order, and the focused row is always drawn', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      view,
      fc.integer({ min: -1, max: 10_000 }),
      (count, seen, keep) => {
        const spans = spansOf(count, visibleRange(count, seen), keep < 0 ? undefined : keep);
        let next = 0;
        for (const span of spans) {
          expect(span.kind === 'row' ? span.index : span.from).toBe(next);
          next += span.kind === 'row' ? 1 : span.count;
        }
        expect(next).toBe(count);
        if (keep >= 0 && keep < count) {
          expect(spans).toContainEqual({ kind: 'row', index: keep });
        }
      },
    ),
  );
});

test('of 10,000 rows few are drawn, below 50 all', () => {
  const seen = { scrollTop: 160_000, height: 640, rowHeight: 32 };
  expect(spansOf(10_000, visibleRange(10_000, seen), 3).filter(({ kind }) => kind === 'row').length).toBeLessThan(50);
  expect(visibleRange(49, seen)).toEqual([0, 49]);
});

test('keys lead to a row within the page and never out of it', () => {
  expect(targetRow('ArrowDown', 9, 10, 5)).toBe(9);
  expect(targetRow('k', 0, 10, 5)).toBe(0);
  expect(targetRow('PageDown', 1, 10, 5)).toBe(6);
  expect(targetRow('End', 1, 10_000, 5)).toBe(9999);
  expect(targetRow('Home', 7, 10, 5)).toBe(0);
  expect(targetRow('x', 7, 10, 5)).toBeUndefined();
  expect(targetRow('ArrowDown', 0, 0, 5)).toBeUndefined();
});

test('columns fill the width exactly, fixed ones keep theirs and stand at the edges', () => {
  const columns = [
    { key: 'a', width: 100 },
    { key: 'b', width: 40, fixed: 'left' as const },
    { key: 'c', width: 136, fixed: 'right' as const },
    { key: 'd', width: 77 },
  ];
  const placed = placeColumns(columns, 1211);
  expect(placed.map(({ key }) => key)).toEqual(['b', 'a', 'd', 'c']);
  expect(placed.reduce((sum, { px }) => sum + px, 0)).toBe(1211);
  expect([placed[0]?.px, placed[3]?.px]).toEqual([40, 136]);
});

test('columns that lack a little give way, and keep their width where they lack more and the list is scrolled', () => {
  const columns = [
    { key: 'a', width: 100 },
    { key: 'b', width: 40, fixed: 'right' as const },
    { key: 'c', width: 300 },
  ];
  const widthsIn = (px: number) => placeColumns(columns, px).map((placed) => placed.px);
  expect(widthsIn(400)).toEqual([90, 270, 40]);
  expect(widthsIn(399)).toEqual([100, 300, 40]);
});

test('where there is no room columns leave in their order until the rest fits, but none that the reader chose', () => {
  const columns = [
    { key: 'a', width: 100, hideOrder: 2 },
    { key: 'b', width: 100, fixed: 'left' as const },
    { key: 'c', width: 100, hideOrder: 1 },
    { key: 'd', width: 100 },
  ];
  const keysIn = (px: number, of: readonly { key: string }[] = columns) =>
    fittingColumns(of, px)
      .map(({ key }) => key)
      .join('');
  expect([0, 400, 370, 369, 280, 279, 50].map((px) => keysIn(px))).toEqual([
    ...['abcd', 'abcd', 'abcd', 'abd', 'abd', 'bd', 'bd'],
  ]);
  expect(keysIn(50, chosenColumns(columns, ['a', 'b', 'c']))).toBe('abc');
});

test('a column setting hides and orders, but never hides a fixed column', () => {
  const columns = [{ key: 'a', fixed: 'left' as const }, { key: 'b' }, { key: 'c', hidden: true }];
  expect(chosenColumns(columns, []).map(({ key }) => key)).toEqual(['a', 'b']);
  expect(chosenColumns(columns, ['c', 'gone']).map(({ key }) => key)).toEqual(['c', 'a']);
});

test('the pager shows at most seven entries, with first, last and current among them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (page, pages) => {
      fc.pre(page <= pages);
      const numbers = pageNumbers(page, pages);
      expect(numbers.length).toBeLessThanOrEqual(7);
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
    }),
  );
});

test('a failed load clears rows and total; a failed quiet reload keeps them and says so', () => {
  const problem: Problem = { kind: 'thrown', msg: '没有连上服务器', at: 5 };
  const loaded = answered([{ id: '1' }], 1, { offset: 0, at: 1, tookMs: 2 });
  expect(failed(started(loaded, false), problem)).toMatchObject({ rows: [], count: 0, loading: false, problem });
  expect(failed(started(loaded, true), problem)).toMatchObject({ rows: [{ id: '1' }], loading: false, stale: problem });
  expect(failed(started(emptyRows(), true), problem)).toMatchObject({ rows: [], problem });
});

test('a row that is still there is found where it stands now, whatever came or went above it', () => {
  const rowsOf = (ids: readonly number[]) => ids.map((id) => ({ id: String(id) }));
  const lists = fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lists, lists, fc.nat(39), (one, other, at) => {
      const first = at % one.length;
      const anchorIndex = one.findIndex((id, index) => index >= first && other.includes(id));
      const moved = movedBy(rowsOf(one), rowsOf(other), first);
      expect(moved).toBe(anchorIndex < 0 ? 0 : other.indexOf(one[anchorIndex] as number) - anchorIndex);
    }),
  );
});
