import { describe, expect, it } from 'vitest';
import { rungSentence } from './rungSentence.ts';
import type { WarnDetail } from './types.ts';

const at = Date.parse('2026-11-20T01:40:00.000Z');
const iso = (seconds: number) => new Date(at + seconds * 1000).toISOString();

function detail(patch: Partial<WarnDetail>) {
  const step = { id: '1', kind: 'call', at: iso(0), userId: '7', userName: '陈丽', note: null, data: {} };
  const limits = { claim: 60, call: 30, family: 180, arrival: 1200, progress: 600 };
  return {
    status: 'handling',
    nextRung: '站内通知班长',
    nextRungAt: iso(600),
    steps: [step],
    dispatches: [],
    notifications: [],
    limits,
    ...patch,
  } as WarnDetail;
}

describe('what happens next by itself', () => {
  it('names the condition: nobody takes it, nothing is done, nobody arrives', () => {
    expect(rungSentence(detail({ status: 'pending' }))).toBe('无人接警则站内通知班长');
    expect(rungSentence(detail({}))).toBe('没有新进展则站内通知班长');
    const dispatches = [{ state: 'on_way' }] as WarnDetail['dispatches'];
    expect(rungSentence(detail({ dispatches, nextRungAt: iso(300) }))).toBe('未到场则站内通知班长');
  });

  it('says nothing when no rung is due, and keeps a sentence that is whole', () => {
    expect(rungSentence(detail({ nextRung: null }))).toBeNull();
    expect(rungSentence(detail({ nextRung: '未到场则通知下一响应人' }))).toBe('未到场则通知下一响应人');
  });
});
