import { describe, expect, it } from 'vitest';
import type { WarnRow } from '#features/warn/web/service.ts';
import { neighbour, queueGroups } from './queueGroups.ts';

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
});
