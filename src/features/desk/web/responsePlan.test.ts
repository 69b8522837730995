import { describe, expect, it } from 'vitest';
import type { WarnDetail, WarnStep } from '#features/warn/web/service.ts';
import { planItems, planNote } from './responsePlan.ts';

const step = (rest: Partial<WarnStep>, at: string): WarnStep => ({
  id: at,
  kind: 'note',
  at,
  userId: '1',
  userName: '陈丽',
  note: null,
  data: {},
  ...rest,
});
const note = (text: string, at: string) => step({ note: text }, at);
const contact = { phone: null, address: null, hasKey: false, isEmergency: true, isGuardian: false };
const called = (contactId: string | null, result: string | null, at: string) =>
  step({ kind: 'call', data: { contactId, phone: contactId === null ? '13800000001' : null, result } }, at);

function detail(rest: object): WarnDetail {
  return {
    plan: [],
    steps: [],
    dispatches: [],
    notifications: [],
    equipment: null,
    otherEquipment: [],
    customer: {
      name: '王桂兰',
      mobile: '13800000001',
      phone: null,
      contacts: [
        { ...contact, id: '1', name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1 },
        { ...contact, id: '2', name: '方建平', relation: 'neighbour', mobile: '13700009126', order: 2 },
      ],
    },
    ...rest,
  } as unknown as WarnDetail;
}
const answers = (rest: object) => planItems(detail(rest)).map(({ answer, partly }) => [answer, partly]);

describe('the checklist of the plan', () => {
  it('is ticked by the notes of the timeline, so that every tick by hand is on record', () => {
    const steps = [
      note(planNote('呼回老人', ''), '1'),
      note('预案：是否受伤 — 跌坐卫生间', '2'),
      note('路上堵车', '3'),
    ];
    expect(planItems(detail({ plan: ['呼回老人', '是否受伤', '能否开门'], steps }))).toEqual([
      { title: '呼回老人', answer: '已做', partly: false, by: '陈丽', at: '1' },
      { title: '是否受伤', answer: '跌坐卫生间', partly: false, by: '陈丽', at: '2' },
      { title: '能否开门', answer: null, partly: false, by: null, at: null },
    ]);
  });

  it('shows the newest answer, and does not take one title for another that begins like it', () => {
    const steps = [note(planNote('物业', '建议'), '1'), note(planNote('物业', '已拨打'), '2')];
    expect(answers({ plan: ['物业', '物'], steps })).toEqual([
      ['已拨打', false],
      [null, false],
    ]);
  });

  it('is ticked by the calls on record: done when somebody spoke, begun while nobody has', () => {
    const plan = ['呼回老人', '是否受伤', '通知联系人', '通知家属', '通知邻居'];
    const steps = [called(null, 'need_help', '1'), called('1', 'no_answer', '2'), called('2', null, '3')];
    expect(answers({ plan, steps })).toEqual([
      ['接通需救助', false],
      [null, false],
      ['陈敏 无人接听，方建平 拨出中', true],
      ['陈敏 无人接听', true],
      ['方建平 拨出中', true],
    ]);
    expect(answers({ plan: ['通知联系人'], steps: [...steps, called('1', 'ok', '4')] })).toEqual([
      ['陈敏 接通正常，方建平 拨出中', false],
    ]);
  });

  it('is ticked by dispatch and arrival; a cancelled one is none, and 120 is no visit', () => {
    const plan = ['派单', '派人上门查看', '代呼 120'];
    const sent = (kind: string, state: string) => ({ id: kind, name: kind, kind, state });
    expect(answers({ plan, dispatches: [sent('station', 'on_way')] })).toEqual([
      ['station 出发', false],
      ['station 出发', true],
      [null, false],
    ]);
    expect(answers({ plan, dispatches: [sent('station', 'cancelled'), sent('emergency', 'sent')] })).toEqual([
      [null, false],
      [null, false],
      ['emergency 已派', false],
    ]);
    expect(answers({ plan: ['派人上门查看'], dispatches: [sent('station', 'done')] })).toEqual([
      ['station 完成', false],
    ]);
  });
});
