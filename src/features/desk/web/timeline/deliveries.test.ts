import { expect, test } from 'vitest';
import type { WarnStep } from '#features/warn/web/service.ts';
import { foldDeliveries, summaryOf } from './deliveries.ts';

type Message = Parameters<typeof foldDeliveries>[0]['notifications'][number];

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 1, 0, second)).toISOString();

function step(id: string, second: number, rest: Partial<WarnStep>): WarnStep {
  return { id, kind: 'note', at: at(second), userId: null, userName: null, note: null, data: {}, ...rest };
}
const rung = (id: string, second: number, escalation: number, data: object = {}) =>
  step(id, second, { kind: 'escalated', data: { cause: 'claim', rung: escalation, escalation, ...data } });

function message(id: string, second: number, nth: string, rest: Partial<Message> = {}): Message {
  return {
    ...{ id, at: at(second), event: 'claim', warnId: '1', nth, title: '', channel: 'sms', state: 'sent', tries: 1 },
    ...{ reason: null, sentAt: null, deliveredAt: null, readAt: null, answer: null },
    to: { kind: 'user', id, name: `人员${id}` },
    ...rest,
  };
}

const gathered = (steps: WarnStep[], notifications: Message[]) => {
  const { deliveries, steps: rest } = foldDeliveries({ steps, notifications });
  return {
    rest: rest.map(({ id }) => id),
    of: Object.fromEntries([...deliveries].map(([id, some]) => [id, some.map((delivery) => delivery.id)])),
  };
};

test('each message stands at the rung that had it sent, also where it came after the next rung', () => {
  const steps = [
    step('1', 0, { kind: 'created' }),
    rung('2', 60, 1),
    rung('3', 180, 2),
    step('4', 190, { data: { notificationId: '11', channel: 'sms', state: 'failed' } }),
    step('5', 191, { data: { notificationId: '12', channel: 'voice', state: 'delivered' } }),
    step('6', 200, { kind: 'claimed', userId: '7' }),
  ];
  const notifications = [message('12', 180, '2', { channel: 'voice' }), message('11', 60, '1', { event: 'waiting' })];
  expect(gathered(steps, notifications)).toEqual({ rest: ['1', '2', '3', '6'], of: { 2: ['11'], 3: ['12'] } });
});

test('messages to the family, of a stall, a dispatch and a request stand at their own steps, of two alike at the nearer one', () => {
  const steps = [
    step('1', 60, { data: { cause: 'contacts', rung: 1, drill: true } }),
    step('2', 300, { data: { cause: 'contacts', rung: 1 } }),
    step('3', 400, { kind: 'dispatch', userId: '7', data: { dispatchId: '50' } }),
    step('4', 500, { userId: '7', data: { falseAsked: 'pet' } }),
    step('5', 900, { kind: 'escalated', data: { cause: 'progress', rung: 1 } }),
    rung('6', 60, 1),
  ];
  const notifications = [
    message('15', 900, '1', { event: 'progress' }),
    message('14', 500, '77', { event: 'asked' }),
    message('13', 400, '50', { event: 'dispatch' }),
    message('12', 300, '1', { event: 'family' }),
    message('11', 60, '1'),
  ];
  expect(gathered(steps, notifications).of).toEqual({ 2: ['12'], 3: ['13'], 4: ['14'], 5: ['15'], 6: ['11'] });
});

test('a message whose step is not known stays a line of its own', () => {
  const line = step('2', 60, { data: { notificationId: '11' } });
  expect(gathered([line], [message('11', 60, '1')])).toEqual({ rest: ['2'], of: {} });
});

test('a rung of which only the step tells has those in whose inbox it lies', () => {
  const people = [
    { id: '7', name: '周倩', channel: 'inbox', state: 'delivered' },
    { id: '8', name: '王磊', channel: 'inbox', state: 'undelivered' },
  ];
  const { deliveries } = foldDeliveries({ steps: [rung('2', 60, 1, { people })], notifications: [] });
  expect(summaryOf(deliveries.get('2') ?? [])).toEqual({ text: '通知 2 人 · 已送达 1', failed: '未送达 1' });
});

test('a rung that found nobody to tell says so', () => {
  const { deliveries } = foldDeliveries({ steps: [rung('2', 60, 1, { people: [] })], notifications: [] });
  expect(summaryOf(deliveries.get('2') ?? [])).toEqual({ text: '', failed: '无人收到' });
});

test('the line of a rung counts people and messages, and names what failed; its figures add up to the list', () => {
  const to = (id: string, kind: 'user' | 'group' = 'user') => ({ kind, id, name: id });
  const messages = [
    message('1', 0, '1', { to: to('7'), channel: 'inbox', state: 'read' }),
    message('2', 0, '1', { to: to('7'), state: 'delivered' }),
    message('3', 0, '1', { to: to('8'), channel: 'inbox', state: 'sent' }),
    message('4', 0, '1', { to: to('8'), state: 'failed' }),
    message('5', 0, '1', { to: to('9', 'group'), channel: 'wecom', state: 'queued' }),
  ];
  const { text, failed } = summaryOf(messages);
  expect([text, failed]).toEqual(['通知 2 人、1 个群 5 条 · 已读 1 · 已送达 1 · 待发送 1', '未送达 1 · 失败 1']);
  const three = [message('1', 0, '1'), message('2', 0, '1', { state: 'delivered' }), message('3', 0, '1')];
  expect(summaryOf(three)).toEqual({ text: '通知 3 人 · 已送达 1 · 已发送 2', failed: null });
});

test('where more messages were sent than are shown the oldest rung says so', () => {
  const notifications = Array.from({ length: 200 }, (_, index) => message(String(1000 - index), 60, '1'));
  const { cutId, deliveries } = foldDeliveries({ steps: [rung('2', 60, 1)], notifications });
  expect(cutId).toBe('2');
  expect(summaryOf(deliveries.get('2') ?? [], true).text).toBe('通知至少 200 人 · 已发送 200');
});
