import { expect, test } from 'vitest';
import { lossOf, turnOf } from './channelOrder.ts';

const now = Date.parse('2026-11-20T02:00:00.000Z');
const row = (id: string, overrides: object = {}) => ({
  ...{ id, kind: 'sms' as const, status: 'enabled', workedAt: null, failedAt: null },
  ...overrides,
});

test('of several of a kind the oldest is used first, one that fails just now last, and a group never waits', () => {
  const turns = (rows: ReturnType<typeof row>[]) => rows.map((one) => turnOf(one, rows, now));
  expect(turns([row('1'), row('2')])).toEqual(['先用', '备用']);
  expect(turns([row('1', { failedAt: '2026-11-20T01:55:00.000Z' }), row('2')])).toEqual(['备用', '先用']);
  expect(turns([row('1', { failedAt: '2026-11-20T01:40:00.000Z' }), row('2')])).toEqual(['先用', '备用']);
  expect(turns([row('1'), row('2', { status: 'disabled' })])).toEqual([null, null]);
  expect(turns([row('1', { kind: 'wecom' }), row('2', { kind: 'wecom' })])).toEqual([null, null]);
});

test('the rungs that lose their last channel of a kind are named', () => {
  const ladder = [
    { after: 0, target: 'contacts' as const, channels: ['sms' as const] },
    { after: 60, target: 'leader' as const, channels: ['voice' as const], instead: ['sms' as const] },
    { after: 180, target: 'admin' as const },
  ];
  expect(lossOf(row('1'), [row('1')], ladder)).toBe(
    '升级阶梯的「0 秒 紧急联系人」「1 分 班长」要用短信，之后没有可用的，这几级会少通知。',
  );
  expect(lossOf(row('1'), [row('1'), row('2')], ladder)).toBe('');
  expect(lossOf(row('1', { kind: 'email' }), [row('1', { kind: 'email' })], ladder)).toBe('');
});
