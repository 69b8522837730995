import { describe, expect, it } from 'vitest';
import type { WarnDetail, WarnStep } from '#features/warn/web/service.ts';
import { callTargets, nextTarget } from './callOrder.ts';

const contact = { mobile: null, phone: null, address: null, hasKey: false, isEmergency: true, isGuardian: false };
const watch = {
  id: '9',
  sn: '1',
  name: '定位手表',
  modelName: 'KT-W8',
  kind: 'watch',
  position: null,
  online: 'online',
  battery: 67,
  signal: null,
  lastSeenAt: null,
  canCall: true,
  number: '14500000001',
};

function detail(steps: Partial<WarnStep>[] = [], patch: Partial<WarnDetail> = {}): WarnDetail {
  return {
    phone: null,
    customerName: '王桂兰',
    equipment: watch,
    otherEquipment: [],
    steps: steps.map((step, index) => ({
      id: String(index),
      kind: 'call',
      at: `2026-11-20T01:38:${10 + index}.000Z`,
      userId: '1',
      userName: '陈丽',
      note: null,
      data: {},
      ...step,
    })),
    customer: {
      name: '王桂兰',
      mobile: '138 0000 0001',
      phone: '0570-5550001',
      contacts: [
        { ...contact, id: '3', name: '沈洁', relation: '社区工作人员', phone: '0570-55507715', order: 3 },
        { ...contact, id: '1', name: '陈敏', relation: '女儿', mobile: '13900004402', order: 1 },
        { ...contact, id: '2', name: '方建平', relation: '邻居', mobile: '13700009126', order: 2 },
      ],
    },
    ...patch,
  } as WarnDetail;
}

const elderCall = (result: string) => ({ data: { phone: '14500000001', result } });
const contactCall = (contactId: string, result: string) => ({ data: { contactId, phone: 'x', result, seconds: 48 } });

describe('the order of calls', () => {
  it('is the elder by device, mobile and landline, then the contacts by their order', () => {
    const targets = callTargets(detail());
    expect(targets.map((target) => target.sign + target.name)).toEqual(['本王桂兰', '1陈敏', '2方建平', '3沈洁']);
    expect(targets[0]?.numbers.map((number) => number.way)).toEqual(['手表通话', '手机', '座机']);
  });

  it('rings the elder twice before the first contact, and no more once the elder has spoken', () => {
    expect(nextTarget(callTargets(detail()))?.key).toBe('elder');
    expect(nextTarget(callTargets(detail([elderCall('no_answer')])))?.key).toBe('elder');
    expect(nextTarget(callTargets(detail([elderCall('no_answer'), elderCall('busy')])))?.key).toBe('1');
    expect(nextTarget(callTargets(detail([elderCall('need_help')])))?.key).toBe('1');
  });

  it('skips who is on the line now', () => {
    const targets = callTargets(detail([elderCall('need_help'), contactCall('1', 'ok')]));
    expect(nextTarget(targets)?.key).toBe('2');
    expect(nextTarget(targets, '2')?.key).toBe('3');
    expect(targets[1]?.calls[0]).toMatchObject({ result: 'ok', seconds: 48 });
  });

  it('begins again with the one tried least when all were tried, and ends when all were reached', () => {
    const tried = [
      elderCall('silent'),
      elderCall('silent'),
      contactCall('1', 'no_answer'),
      contactCall('2', 'busy'),
      contactCall('3', 'ok'),
    ];
    expect(nextTarget(callTargets(detail(tried)))?.key).toBe('1');
    const all = [elderCall('ok'), contactCall('1', 'ok'), contactCall('2', 'ok'), contactCall('3', 'ok')];
    expect(nextTarget(callTargets(detail(all)))).toBeNull();
  });

  it('leaves out who has no number, and knows an unregistered caller by the number of the alarm', () => {
    const unknown = callTargets(
      detail([], { customer: null, customerName: null, equipment: null, phone: '13600001111' }),
    );
    expect(unknown.map((target) => target.numbers[0]?.phone)).toEqual(['13600001111']);
    expect(callTargets(detail([], { customer: null, equipment: null }))).toEqual([]);
  });

  it('matches a call to its person by the digits of the number', () => {
    const targets = callTargets(detail([{ data: { phone: '13800000001', result: 'ok' } }]));
    expect(targets[0]?.calls).toHaveLength(1);
  });
});
