import { describe, expect, it } from 'vitest';
import { neighbour, queueGroups, rungText } from './queueGroups.ts';
import type { WarnRow } from './types.ts';

function row(id: string, patch: Partial<WarnRow> = {}): WarnRow {
  return {
    id,
    level: 1,
    escalation: 0,
    status: 'pending',
    handlerId: null,
    receivedAt: `2026-11-20T01:00:0${id}.000Z`,
    ...patch,
  } as WarnRow;
}

describe('the queue', () => {
  it('orders by level, then escalated, then longest waiting', () => {
    const rows = [row('1', { level: 2 }), row('2'), row('3', { escalation: 1 }), row('4')];
    expect(queueGroups(rows, '7').waiting.map((each) => each.id)).toEqual(['3', '2', '4', '1']);
  });

  it('keeps my cases apart from those of others', () => {
    const rows = [row('1', { status: 'handling', handlerId: '7' }), row('2', { status: 'handling', handlerId: '8' })];
    const groups = queueGroups(rows, '7');
    expect(groups.ownRows.map((each) => each.id)).toEqual(['1']);
    expect(groups.others.map((each) => each.id)).toEqual(['2']);
  });

  it('steps through all three parts and stays at the ends', () => {
    const groups = queueGroups([row('1'), row('2', { status: 'handling', handlerId: '7' })], '7');
    expect(neighbour(groups, null, 1)?.id).toBe('1');
    expect(neighbour(groups, '1', 1)?.id).toBe('2');
    expect(neighbour(groups, '2', 1)?.id).toBe('2');
    expect(neighbour(groups, '1', -1)?.id).toBe('1');
  });

  it('says what happens next by itself and in how many seconds, and nothing once that time is over', () => {
    const now = Date.parse('2026-11-20T01:00:00.000Z');
    const next = (seconds: number) => ({
      nextRung: '致电班长',
      nextRungAt: new Date(now + seconds * 1000).toISOString(),
    });
    expect(rungText(next(19), now)).toBe('19 秒后致电班长');
    expect(rungText(next(150), now)).toBe('3 分钟后致电班长');
    expect(rungText(next(0), now)).toBeNull();
    expect(rungText({ nextRung: null, nextRungAt: null }, now)).toBeNull();
  });
});
