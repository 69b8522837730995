import { expect, test } from 'vitest';
import { alarmTitle } from './title.ts';

const alarm = { count: 2, waitingMs: 23_400, level: 1, name: '吴阿根' } as const;

test('the title says how many wait, how long, how urgent and who', () => {
  expect(alarmTitle(alarm, 10)).toBe('(2) 00:23 紧急 吴阿根 · 安好');
});

test('each other second the title calls', () => {
  expect(alarmTitle(alarm, 11)).toBe('接警！');
});

test('from one hour on the wait has hours', () => {
  expect(alarmTitle({ ...alarm, waitingMs: 3_723_000 }, 0)).toContain('1:02:03');
});
