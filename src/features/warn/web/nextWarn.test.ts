import { expect, test } from 'vitest';
import { nextWarn } from './nextWarn.ts';
import { warnRow } from './testRow.ts';

const row = (id: string, offeredTo: string | null) => warnRow({ id, offeredTo });

test('F2 takes one’s own offer before a more urgent alarm, then the first that nobody was given, then what others were given', () => {
  const waiting = [row('1', '8'), row('2', null), row('3', '7'), row('4', null)];
  expect(nextWarn(waiting, '7')?.id).toBe('3');
  expect(nextWarn(waiting, '9')?.id).toBe('2');
  expect(nextWarn(waiting.slice(0, 1), '9')?.id).toBe('1');
  expect(nextWarn([], '7')).toBeUndefined();
});
