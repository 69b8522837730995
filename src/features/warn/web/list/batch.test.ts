import { expect, test } from 'vitest';
import { CallError } from '#web/request.ts';
import { warnRow } from '../testRow.ts';
import { forEachRow } from './batch.ts';

const rows = ['1', '2', '3', '4', '5', '6'].map((id) => warnRow({ id }));

test('a refusal of one row stops no other, and says who was faster', async () => {
  const result = await forEachRow(rows, async (row) => {
    if (row.id === '2') throw new CallError({ code: -1, msg: '已被接警', status: 409, data: { handlerName: '王磊' } });
    if (row.id === '5') throw new CallError({ code: -1, msg: '不在范围', status: 404 });
  });
  expect(result.done).toBe(4);
  expect(result.refused.map(({ row, why }) => [row.id, why])).toEqual([
    ['2', '已由 王磊 接警'],
    ['5', '不在范围'],
  ]);
});

test('every row is done once, at most four at a time', async () => {
  const seen: string[] = [];
  let running = 0;
  let most = 0;
  await forEachRow(rows, async (row) => {
    running += 1;
    most = Math.max(most, running);
    seen.push(row.id);
    await Promise.resolve();
    running -= 1;
  });
  expect(seen.toSorted()).toEqual(rows.map(({ id }) => id));
  expect(most).toBeLessThanOrEqual(4);
});
