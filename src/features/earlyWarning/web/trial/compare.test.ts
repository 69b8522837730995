import { expect, test } from 'vitest';
import type { Tried } from '../../contract/tryRule.ts';
import { compare } from './compare.ts';

const warning = (from: number, until: number | null): Tried => ({
  at: new Date(from * 60_000).toISOString(),
  until: until === null ? null : new Date(until * 60_000).toISOString(),
  ...{ level: 3, sentence: '' },
});

test('warnings that overlap are the same, the others are dropped; the delay is that of the latest', () => {
  const former = [warning(0, 10), warning(20, 30), warning(50, null)];
  const { raised, dropped, latest } = compare([warning(4, 10), warning(60, null)], former);
  expect(raised.map((one) => one.former)).toEqual([former[0], former[2]]);
  expect([dropped, latest]).toEqual([[former[1]], 10 * 60_000]);
});
