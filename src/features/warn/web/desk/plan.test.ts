import { describe, expect, it } from 'vitest';
import { planItems, planNote } from './plan.ts';
import type { WarnStep } from './types.ts';

function note(text: string, at: string): WarnStep {
  return { id: at, kind: 'note', at, userId: '1', userName: '陈丽', note: text, data: {} };
}

describe('the checklist of the plan', () => {
  it('is ticked by the notes of the timeline alone, so that every tick is on record', () => {
    const steps = [
      note(planNote('呼回老人', ''), '1'),
      note('预案：是否受伤 — 跌坐卫生间', '2'),
      note('路上堵车', '3'),
    ];
    expect(planItems({ plan: ['呼回老人', '是否受伤', '能否开门'], steps })).toEqual([
      { title: '呼回老人', answer: '已做', by: '陈丽', at: '1' },
      { title: '是否受伤', answer: '跌坐卫生间', by: '陈丽', at: '2' },
      { title: '能否开门', answer: null, by: null, at: null },
    ]);
  });

  it('shows the newest answer, and does not take one title for another that begins like it', () => {
    const steps = [note(planNote('120', '建议'), '1'), note(planNote('120', '已拨打'), '2')];
    expect(planItems({ plan: ['120', '12'], steps }).map((item) => item.answer)).toEqual(['已拨打', null]);
  });
});
