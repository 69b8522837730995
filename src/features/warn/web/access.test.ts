import { describe, expect, it } from 'vitest';
import { accessTo } from './access.ts';

const operator = (permission: string) => permission === 'warn:claim';
const leader = (permission: string) => permission === 'warn:claim' || permission === 'warn:lead';
const handled = { status: 'handling', handlerId: '7', handlerName: '陈丽', followUpAt: null } as const;
const waiting = { status: 'pending', handlerId: null, handlerName: null, followUpAt: null } as const;

describe('what one may do with an alarm', () => {
  it('is to take it first', () => {
    expect(accessTo(waiting, '7', operator)).toMatchObject({
      claim: true,
      handle: false,
      assist: false,
      reason: '先接警',
    });
  });

  it('is everything for the handler, help for others, everything for a leader', () => {
    expect(accessTo(handled, '7', operator)).toMatchObject({ handle: true, assist: true, reason: null });
    const other = accessTo(handled, '8', operator);
    expect(other).toMatchObject({ handle: false, assist: true });
    expect(other.reason).toContain('由 陈丽 处理中');
    expect(accessTo(handled, '8', leader).handle).toBe(true);
  });

  it('lets whoever may take a waiting alarm ask for 误报, and only a leader reopen a finished one', () => {
    for (const may of [operator, leader]) expect(accessTo(waiting, '7', may).markFalse).toBe(true);
    expect(accessTo(waiting, '7', () => false).markFalse).toBe(false);
    const done = { ...handled, status: 'done' } as const;
    expect(accessTo(done, '7', operator)).toMatchObject({ reopen: false, handle: false, finishFollowUp: false });
    expect(accessTo(done, '8', leader).reopen).toBe(true);
  });

  it('is nothing without the right', () => {
    expect(accessTo(handled, '7', () => false)).toMatchObject({ claim: false, handle: false, assist: false });
  });
});
