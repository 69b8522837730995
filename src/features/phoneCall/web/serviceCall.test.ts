import { expect, test } from 'vitest';
import type { WarnDetail, WarnStep } from '#features/warn/web/service.ts';
import { emergencyScript } from './emergencyScript.ts';
import { serviceCall, unrecordedCall } from './serviceCall.ts';

const minute = (index: number) => `2026-11-24T08:0${index}:00.000Z`;
const step = (index: number, extra: Partial<WarnStep>): WarnStep => ({
  ...{ id: String(index), kind: 'call', at: minute(index), userId: '7', userName: '陈丽', note: null, data: {} },
  ...extra,
});
const called = (index: number, result: string | null, phone = '120', note: string | null = null) =>
  step(index, { note, data: { contactId: null, phone, result } });
const sent = (index: number) => [{ kind: 'emergency', sentAt: minute(index) }] as WarnDetail['dispatches'];

test('a call to 120 that has no result is found again by who dialled it, with an area code too', () => {
  expect(serviceCall([called(1, null, '0570120')], '7')).toMatchObject({ stepId: '1', running: { phone: '0570120' } });
  expect(serviceCall([called(1, null)], '8')).toBeNull();
  expect(serviceCall([called(1, 'busy'), called(2, null, '13900009999')], '7')).toBeNull();
});

test('only a connected call to a service can be put on record, once', () => {
  const of = (steps: WarnStep[], dispatches: WarnDetail['dispatches'] = []) => unrecordedCall({ steps, dispatches });
  expect(of([called(1, 'busy'), called(2, null)])).toBeNull();
  expect(of([called(1, 'ok', '120', '已派车')])).toEqual({ service: 'emergency', number: '120', note: '已派车' });
  expect(of([called(1, 'ok')], sent(2))).toBeNull();
  expect(of([called(1, 'ok'), called(3, 'ok')], sent(2))).not.toBeNull();
});

test('what is read out to 120 says what was said in this case, and nothing that the machine noted', () => {
  const steps = [
    step(1, { note: '摔在卫生间，起不来', data: { party: 'elder', result: 'need_help' } }),
    step(2, { kind: 'note', note: '预案：是否受伤 — 右髋疼' }),
    step(3, { kind: 'note', userId: null, note: '短信已发给 周师傅' }),
    step(4, { note: '没人接', data: { result: 'no_answer' } }),
  ];
  const detail = {
    ...{ customer: null, customerName: '吴阿根', type: 'sos', receivedAt: minute(0), steps },
    ...{ area: '梧桐苑', address: '9幢2单元602' },
  } as unknown as WarnDetail;
  const script = new Map(emergencyScript(detail, Date.parse(minute(5))));
  expect(script.get('地址')).toBe('梧桐苑 9幢2单元602');
  expect(script.get('情况')).toMatch(/5 分钟前；老人说：摔在卫生间，起不来；是否受伤 — 右髋疼$/);
});
