import { describe, expect, test } from 'vitest';
import { warnRow } from '#features/warn/web/service.ts';
import { arrivals, isAnnounced, ringOf, type SeenWarn } from './ringing.ts';

describe('what rings', () => {
  test('the most urgent waiting level rings, and its longest waiting alarm counts', () => {
    const rows = [
      warnRow({ id: '1', level: 2, receivedAt: '2026-11-20T01:00:00.000Z' }),
      warnRow({ id: '2', receivedAt: '2026-11-20T01:02:00.000Z' }),
      warnRow({ id: '3', receivedAt: '2026-11-20T01:01:00.000Z' }),
    ];
    expect(ringOf(rows)).toEqual({ level: 1, oldest: Date.parse('2026-11-20T01:01:00.000Z') });
  });

  test('an alarm that was taken no longer rings', () => {
    expect(ringOf([warnRow({ status: 'handling' })])).toBeNull();
  });

  test('levels 3 and 4 do not ring on, and an old backlog is silent', () => {
    expect(ringOf([warnRow({ level: 3 }), warnRow({ level: 4 }), warnRow({ silent: true })])).toBeNull();
    expect(isAnnounced(warnRow({ silent: true }))).toBe(false);
  });

  test('a late press within a day rings', () => {
    expect(ringOf([warnRow({ late: true })])?.level).toBe(1);
  });

  test('work of device and health staff is silent, the press of an unregistered number rings as any of level 1, an unknown one as level 2', () => {
    expect(ringOf([warnRow({ family: 'device', type: 'low_batt', level: 1 })])).toBeNull();
    expect(ringOf([warnRow({ family: 'health', type: 'health', level: 2 })])).toBeNull();
    expect(ringOf([warnRow({ type: 'unknown', level: 1 })])?.level).toBe(1);
    expect(ringOf([warnRow({ type: 'unknown', level: 3 })])?.level).toBe(2);
  });
});

describe('arrivals', () => {
  test('an alarm arrives once, and again with each further press', () => {
    const seenById = new Map<string, SeenWarn>();
    expect(arrivals([warnRow()], seenById).waiting).toHaveLength(1);
    expect(arrivals([warnRow({ version: 2, escalation: 1 })], seenById).waiting).toHaveLength(0);
    expect(arrivals([warnRow({ version: 3, repeatCount: 1 })], seenById).waiting).toHaveLength(1);
  });

  test('a press on an alarm that is being handled is heard, its being taken is not', () => {
    const seenById = new Map<string, SeenWarn>([['1', { presses: 0, held: false }]]);
    expect(arrivals([warnRow({ status: 'handling' })], seenById)).toEqual({ waiting: [], handled: [] });
    expect(arrivals([warnRow({ status: 'handling', repeatCount: 1 })], seenById).handled).toHaveLength(1);
  });

  test('an urgent alarm that its handler gives back arrives anew, once; one of level 2 only rings on', () => {
    const seenById = new Map<string, SeenWarn>();
    const both = (status: 'pending' | 'handling') =>
      arrivals([warnRow({ id: '1', status }), warnRow({ id: '2', level: 2, status })], seenById).waiting;
    both('handling');
    expect(both('pending').map((row) => row.id)).toEqual(['1']);
    expect(both('pending')).toEqual([]);
  });
});
