import { expect, test } from 'vitest';
import { type AlarmType, blankDecoded, type Decoded, type Message } from '#devices/message.ts';
import { Quota } from './quota.ts';

const hour = 3_600_000;
let serial = 0;

function message(number: string, decoded: Partial<Decoded> = {}, bytes = 10): Message {
  const body = Buffer.alloc(bytes);
  return {
    source: 'watch',
    deviceRef: { protocol: 'watch', number },
    key: String(serial++),
    receivedAt: '2026-01-01T00:00:00.000Z',
    body: body.toString('hex'),
    decoded: { ...blankDecoded('position', number, body), ...decoded },
    error: null,
  };
}

const alarm = (number: string, type: AlarmType, bytes?: number) =>
  message(number, { alarms: [type], press: true }, bytes);

test('past its messages or bytes of an hour a number has one more marked, then none, and others are not touched', () => {
  for (const quota of [new Quota({ messages: 3, bytes: 1000 }), new Quota({ messages: 100, bytes: 30 })]) {
    const answers = Array.from({ length: 6 }, (_, at) => quota.check(message('a'), at));
    expect(answers.map((decision) => decision.message !== null)).toEqual([true, true, true, true, false, false]);
    expect(answers.map(({ firstOver: told }) => told)).toEqual([false, false, false, true, false, false]);
    expect(answers[3]?.message).toMatchObject({ overQuota: true, error: 'over its quota' });
    expect(quota.check({ ...message('a'), conflicting: true }, 7).message?.error).toBeNull();
    expect(quota.check(message('b'), 7).message?.error).toBeNull();
    expect(quota.check(message('a'), hour).message?.error).toBeNull();
  }
});

test('past the quota the first alarm of each kind passes at once, with its place and few bytes, further ones seconds apart', () => {
  const quota = new Quota({ messages: 1, bytes: 1_000_000 });
  quota.check(message('a'), 0);
  quota.check(message('a'), 0);
  const place = { lat: 1, lng: 2, speed: null, course: null, altitude: null, accuracy: null, valid: true };
  const sos = { alarms: ['sos' as const], position: { ...place, source: 'gnss' as const } };
  const first = quota.check(message('a', sos, 5000), 1).message;
  expect(first).toMatchObject({ body: '00'.repeat(1024), decoded: { raw: '', position: { lat: 1 } } });
  const at = (now: number, type: AlarmType) => quota.check(alarm('a', type), now).message;
  expect(at(2, 'sos')).toBeNull();
  expect(at(3, 'fall')).not.toBeNull();
  expect(at(10_001, 'sos')).not.toBeNull();
});

test('past the quota a level that ends passes too: else its next rise would be none', () => {
  const quota = new Quota({ messages: 2, bytes: 1_000_000 });
  const level = (alarmBits: number, now: number) => quota.check(message('a', { alarmBits }), now).message !== null;
  expect([level(0, 0), level(0, 0), level(0, 0), level(0, 0)]).toEqual([true, true, true, false]);
  expect([level(1, 1), level(1, 2), level(0, 20_000), level(1, 40_000)]).toEqual([true, false, true, true]);
});

test('past the quota a message changes no level that it does not tell', () => {
  const quota = new Quota({ messages: 1, bytes: 1_000_000 });
  const told = (alarmBits: number, alarmMask: number, now: number) =>
    quota.check(message('a', { alarmBits, alarmMask }), now).message !== null;
  expect([told(1, 1, 0), told(1, 1, 1), told(0, 2, 2)]).toEqual([true, true, true]);
  expect([told(0, 2, 20_000), told(1, 1, 20_000), told(0, 1, 20_000)]).toEqual([false, false, true]);
});

test('the quota of a number behind one gateway is not that of the same number behind another', () => {
  const quota = new Quota({ messages: 1, bytes: 1_000_000 });
  const behind = (gateway: string) => ({ ...message('a'), deviceRef: { protocol: 'watch', number: 'a', gateway } });
  for (let n = 0; n < 5; n += 1) quota.check(behind('1'), n);
  expect(quota.check(behind('2'), 6).firstOver).toBe(false);
  expect(quota.check(behind('2'), 7).message).not.toBeNull();
});

test('invented numbers take no more memory than there is for counters: further ones share one of their address range', () => {
  const quota = new Quota({ messages: 1, bytes: 1_000_000 }, 2);
  const from = (number: string, address: string, decoded = {}) => ({ ...message(number, decoded), address });
  quota.check(message('a'), 0);
  quota.check(message('b'), 0);
  for (let n = 0; n < 100; n += 1)
    expect(quota.check(from(`x${n}`, `10.0.0.${n}`), 1).message, String(n)).not.toBeNull();
  expect(quota.check(from('y', '10.0.0.200'), 1).message).toBeNull();
  expect(quota.check(from('y', '10.0.0.200', { alarms: ['sos'] }), 1).message).not.toBeNull();
  expect(quota.check(from('y', '10.0.1.1'), 1).message).not.toBeNull();
  expect(quota.check(message('a'), 2).firstOver).toBe(true);
  expect(quota.check(from('y', '10.0.0.200'), hour).message).not.toBeNull();
});
