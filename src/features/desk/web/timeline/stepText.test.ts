import { describe, expect, it } from 'vitest';
import type { WarnStep } from '#features/warn/web/service.ts';
import { stepOffset, stepText, stepTone } from './stepText.ts';

function step(kind: WarnStep['kind'], data: WarnStep['data'] = {}, note: string | null = null): WarnStep {
  return { id: '1', kind, at: '2026-11-20T01:41:11.000Z', userId: '7', userName: '陈丽', note, data };
}
const nameOf = (phone: string) => (phone === '145' ? '王桂兰' : null);

describe('a row of the timeline', () => {
  it('says what happened in the words of the screens', () => {
    expect(stepText(step('call', { contactName: '陈敏', result: 'ok', seconds: 48 }), nameOf)).toBe(
      '呼叫 陈敏 接通正常 0:48',
    );
    expect(
      stepText(step('call', { contactName: null, phone: '145', result: 'no_answer', seconds: null }), nameOf),
    ).toBe('呼叫 王桂兰 无人接听');
    expect(stepText(step('dispatch', { name: '望湖服务站', kind: 'station' }), nameOf)).toBe(
      '派单 望湖服务站（服务站）',
    );
    expect(stepText(step('dispatch', { name: '120 急救', kind: 'emergency' }), nameOf)).toBe('代呼 120 急救');
    expect(stepText(step('dispatch_state', { name: '望湖服务站', state: 'on_way' }), nameOf)).toBe('望湖服务站 出发');
    expect(stepText(step('escalated', { rung: 2 }), nameOf)).toBe('升级（第 2 级）');
    const people = (state: string) => [{ id: '7', name: '周倩', channel: 'inbox', state }];
    expect(stepText(step('escalated', { rung: 2, people: people('delivered') }), nameOf)).toBe('升级（第 2 级）');
    expect(stepText(step('escalated', { rung: 2, people: people('undelivered') }), nameOf)).toBe(
      '升级（第 2 级），未送达',
    );
    expect(stepText(step('escalated', { rung: 3, escalation: 2 }), nameOf)).toBe('升级（第 2 级）');
    expect(stepText(step('escalated', { rung: 2, people: [] }), nameOf)).toBe('升级（第 2 级），未送达');
    expect(stepText(step('transferred', { to: '王磊' }), nameOf)).toBe('转派 给 王磊');
    expect(stepText(step('claimed'), nameOf)).toBe('接警');
  });

  it('counts from the reception', () => {
    expect(stepOffset('2026-11-20T01:41:11.000Z', '2026-11-20T01:37:22.000Z')).toBe('+3:49');
    expect(stepOffset('2026-11-20T01:37:21.000Z', '2026-11-20T01:37:22.000Z')).toBe('−0:01');
    expect(stepOffset('2026-11-20T02:39:32.000Z', '2026-11-20T01:37:22.000Z')).toBe('+1:02:10');
  });

  it('lets a person’s words stand out, but not the ticks of the plan', () => {
    expect(stepTone(step('note', {}, '我去处理'))).toBe('talk');
    expect(stepTone(step('note', {}, '预案：派单 — 已做'))).toBe('calm');
  });

  it('lets what people did stand before what the product did by itself', () => {
    const systemTone = (kind: WarnStep['kind'], data: WarnStep['data'] = {}) =>
      stepTone({ ...step(kind, data), userId: null, userName: null });
    const answer = { answer: 'going', answerText: '我去处理', by: '陈敏' };
    expect([
      systemTone('note', answer),
      systemTone('dispatch_state', { outside: true }),
      systemTone('released'),
    ]).toEqual(['talk', 'calm', 'calm']);
    expect([systemTone('note', { by: '刘洋', opened: true }), stepTone(step('note', { command: 'locate' }))]).toEqual([
      'calm',
      'calm',
    ]);
    expect([
      systemTone('note', { notificationId: '9' }),
      systemTone('note', { offeredTo: null }),
      systemTone('escalated'),
    ]).toEqual(['machine', 'machine', 'machine']);
  });
});
