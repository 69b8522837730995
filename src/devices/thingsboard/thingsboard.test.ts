import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FormatLogin } from '../format.ts';
import { risenAlarms } from '../message.ts';
import type { Profile } from '../profile.ts';
import { thingsboardFormat as format } from './thingsboard.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const gateway: FormatLogin = { sn: 'GW1', isGateway: true, baseTopic: '' };

function split(topic: string, body: unknown, state = format.createState()) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return format.split(bytes, { topic, login: gateway, state, at });
}

function read(topic: string, body: unknown, profile: Profile = {}) {
  return split(topic, body).parts.map((part) => {
    const { message, error } = format.read(part, { number: part.number ?? 'own', profile, at });
    if (!message) throw new Error(String(error));
    return message;
  });
}

const device = (rest: string) => `v1/devices/me/${rest}`;

describe('topics', () => {
  const may = (topic: string, isGateway = false) => format.mayPublish(topic, { ...gateway, isGateway });

  test('a device writes its own topics, and only a gateway those of children', () => {
    const own = ['telemetry', 'attributes', 'attributes/request/1', 'rpc/request/1', 'rpc/response/7', 'claim'];
    expect(own.map((rest) => may(device(rest)))).toEqual(own.map(() => true));
    expect(['v2/t', 'v2/t/j', 'v2/t/p', 'v2/a', 'v2/a/j', 'v2/a/p'].every((topic) => may(topic))).toBe(true);
    const children = ['connect', 'disconnect', 'telemetry', 'attributes', 'attributes/request', 'rpc', 'claim'];
    expect(children.map((rest) => may(`v1/gateway/${rest}`))).toEqual(children.map(() => false));
    expect(children.map((rest) => may(`v1/gateway/${rest}`, true))).toEqual(children.map(() => true));
    expect(['homeassistant/x', 'v1/devices/you/telemetry', 'v1/devices/me/telemetry/x', ''].some((t) => may(t))).toBe(
      false,
    );
  });

  test('a device subscribes to four filters, a gateway to seven', () => {
    expect(format.filters({ ...gateway, isGateway: false })).toHaveLength(4);
    expect(format.filters(gateway)).toHaveLength(7);
  });

  test.each([device('claim'), 'v1/gateway/claim', 'v2/fw/request/0/chunk/3', '/provision/request'])(
    '%s is dropped',
    (topic) => {
      expect(split(topic, '{}')).toEqual({ parts: [], children: [], replies: [], error: null });
    },
  );
});

describe('telemetry', () => {
  test.each(['v1/devices/me/telemetry', 'v2/t', 'v2/t/j', ''])(
    '%s: plain values have no time of their own',
    (topic) => {
      expect(read(topic, { temperature: 21.5, note: 'x' })).toMatchObject([
        { number: 'own', time: null, backlog: false, values: { temperature: 21.5, note: 'x' } },
      ]);
    },
  );

  test('values with a time are a backlog when older than five minutes', () => {
    const old = { ts: at - 300_001, values: { a: 1 } };
    const [one, two] = read(device('telemetry'), [{ ts: at - 300_000, values: { a: 2 } }, old]);
    expect(one).toMatchObject({ time: '2026-01-02T02:59:05.000Z', backlog: false, values: { a: 2 } });
    expect(two).toMatchObject({ backlog: true, values: { a: 1 } });
    expect(two?.heardAt).toBeUndefined();
  });

  test('values of the same time are one message, but a key told twice is two', () => {
    const points = [
      { ts: 1, values: { a: 1 } },
      { ts: 2, values: { a: 2 } },
      { ts: 1, values: { b: 3 } },
    ];
    expect(read(device('telemetry'), points).map(({ values }) => values)).toEqual([{ a: 1, b: 3 }, { a: 2 }]);
    const pressed = read(device('telemetry'), [{ sos: true }, { sos: false }]);
    expect(pressed.map(({ alarms }) => alarms)).toEqual([['sos'], []]);
  });

  test('a whole number beyond 2^53 stays text, other numbers are as written', () => {
    const body =
      '{"big":9007199254740993,"neg":-12345678901234567890,"ok":9007199254740991,"f":1.5,"e":1e400,"in":[12345678901234567890]}';
    expect(read(device('telemetry'), body)[0]?.values).toEqual({
      big: '9007199254740993',
      neg: '-12345678901234567890',
      ok: 9007199254740991,
      f: 1.5,
      e: '1e400',
      in: ['12345678901234567890'],
    });
  });

  test('a key named like an alarm type is a level that only the messages with it tell', () => {
    const [on, other, off] = ['{"smoke":true}', '{"temperature":20}', '{"smoke":false}'].map(
      (body) => read(device('telemetry'), body)[0],
    );
    if (!on || !other || !off) throw new Error('no messages');
    expect(on).toMatchObject({ kind: 'alarm', alarms: ['smoke'], press: false });
    expect(risenAlarms(on, on.alarmBits)).toEqual([]);
    expect(other.alarmBits).toBeNull();
    expect(off).toMatchObject({ alarms: [], alarmBits: 0, alarmMask: on.alarmMask });
  });

  test('each value says where it stands', () => {
    const body = Buffer.from('{"ts":12,"values":{"temperature":20,"a":"x"}}');
    const spans = (bytes: Buffer) =>
      format.spans?.(bytes).map(({ field, from, to }) => [field, bytes.toString('utf8', from, to)]);
    expect(spans(body)).toEqual([
      ['time', '12'],
      ['readings.room_temperature', '20'],
      ['values.a', '"x"'],
    ]);
    expect(spans(Buffer.from('{"a":1}'))).toEqual([['values.a', '1']]);
    expect(spans(Buffer.from('{a'))).toEqual([]);
  });

  test('the profile decides what a key means', () => {
    const profile: Profile = {
      keys: new Map([
        ['btn', 'sos'],
        ['t', 'room_temperature'],
        ['smoke', 'value'],
      ]),
    };
    const [message] = read(device('telemetry'), { btn: 1, t: 19, smoke: true }, profile);
    expect(message).toMatchObject({ alarms: ['sos'], readings: [{ kind: 'room_temperature', value: 19 }] });
  });

  test('of a button each call for help is a press, of another model its rise alone', () => {
    const values = { sos: true, btn: 1 };
    expect(read(device('telemetry'), values)[0]).toMatchObject({ alarms: ['sos'], press: false });
    const profile: Profile = { isButton: true, keys: new Map([['btn', 'sos']]) };
    expect(read(device('telemetry'), { sos: true }, profile)[0]).toMatchObject({ alarms: ['sos'], press: true });
    expect(read(device('telemetry'), { btn: 1 }, profile)[0]).toMatchObject({ alarms: ['sos'], press: true });
    expect(read(device('telemetry'), { sos: false, btn: 0 }, profile)[0]).toMatchObject({ alarms: [], press: false });
  });

  test('what the firmware says of its state stands in the values', () => {
    expect(read(device('telemetry'), { fw_state: 'UPDATED' })[0]?.values).toEqual({ fw_state: 'UPDATED' });
  });

  test.each([
    ['v2/t/p', '\u0008\u0001', 'protobuf'],
    ['v1/devices/me/telemetry', '{"a":', 'not JSON'],
    ['v1/devices/me/telemetry', `${'['.repeat(40)}${']'.repeat(40)}`, 'nested too deep'],
    ['v1/gateway/telemetry', '[1]', 'no telemetry'],
    ['v1/gateway/telemetry', '{"":[{"a":1}]}', 'no device name'],
    ['v1/gateway/connect', '{"type":"x"}', 'no device name'],
  ])('%s %s is kept with the reason', (topic, body, error) => {
    expect(split(topic, body)).toEqual({ parts: [], children: [], replies: [], error });
  });
});

describe('children of a gateway', () => {
  const body = `{"Device A": [{"ts": ${at}, "values": {"k": 3.0, "in": {"x": [1]}}}, {"ts": ${at + 1}, "values": {"k":4}}], "ä/b": {"sos": true}}`;

  test('each has its own parts, with its own bytes alone', () => {
    const { parts, children, error } = split('v1/gateway/telemetry', body);
    expect(error).toBeNull();
    expect(parts.map(({ number, word, body: bytes }) => [number, word, bytes.toString()])).toEqual([
      ['Device A', 'child/telemetry', `{"ts": ${at}, "values": {"k": 3.0, "in": {"x": [1]}}}`],
      ['Device A', 'child/telemetry', `{"ts": ${at + 1}, "values": {"k":4}}`],
      ['ä/b', 'child/telemetry', '{"sos": true}'],
    ]);
    expect(children.map(({ number }) => number)).toEqual(['Device A', 'ä/b']);
    expect(read('v1/gateway/telemetry', body)[2]).toMatchObject({ number: 'ä/b', alarms: ['sos'] });
  });

  test('a child is described once on a connection', () => {
    const state = format.createState();
    split('v1/gateway/telemetry', body, state);
    expect(split('v1/gateway/attributes', { 'Device A': { x: 1 } }, state).children).toEqual([]);
  });

  test('what the gateway passes on late was heard then; connect, disconnect and answers are heard by nobody', () => {
    const late = { A: [{ ts: at - 3_600_000, values: { a: 1 } }] };
    expect(read('v1/gateway/telemetry', late)[0]?.heardAt).toBe('2026-01-02T02:04:05.000Z');
    expect(read('v1/gateway/telemetry', { A: [{ ts: 10_000, values: { a: 1 } }] })[0]?.heardAt).toBeUndefined();
    for (const kind of ['connect', 'disconnect'])
      expect(read(`v1/gateway/${kind}`, { device: 'A', type: 'door' })).toMatchObject([
        { kind, number: 'A', heardAt: null, values: { device: 'A', type: 'door' } },
      ]);
    expect(split('v1/gateway/connect', { device: 'A', type: 'door' }).children).toEqual([
      { number: 'A', wireName: 'A', model: 'door', reported: 'online' },
    ]);
    expect(read('v1/gateway/rpc', { device: 'A', id: 5, data: { success: false } })).toMatchObject([
      { kind: 'answer', number: 'A', heardAt: null, values: { answeredSerial: 5, refused: true } },
    ]);
  });

  test('attributes are a message of that kind', () => {
    expect(read('v1/gateway/attributes', { A: { model: 'x', smoke: true } })).toMatchObject([
      { kind: 'attributes', number: 'A', values: { model: 'x', smoke: true }, alarms: ['smoke'] },
    ]);
    expect(read('v2/a', { model: 'x' })).toMatchObject([{ kind: 'attributes', values: { model: 'x' } }]);
  });

  test('a child that is told nonsense spoils only its own part', () => {
    const { parts } = split('v1/gateway/telemetry', { A: 5, B: [{ a: 1 }] });
    const results = parts.map((part) => format.read(part, { number: 'x', profile: {}, at }));
    expect(results.map(({ error }) => error)).toEqual(['no telemetry', null]);
  });
});

describe('requests and commands', () => {
  test('a device asks for the limits of its session and for the time; anything else is unsupported', () => {
    const answers = ['getSessionLimits', 'getCurrentTime', 'constructor', 5].map(
      (method) => split(device('rpc/request/3'), { method, params: {} }).replies,
    );
    const topic = device('rpc/response/3');
    expect(answers).toEqual([
      [{ topic, payload: '{"maxPayloadSize":2000000,"maxInflightMessages":32,"rateLimits":{}}' }],
      [{ topic, payload: String(at) }],
      [{ topic, payload: '{"error":"unsupported"}' }],
      [{ topic, payload: '{"error":"unsupported"}' }],
    ]);
    expect(read(device('rpc/request/3'), { method: 'getCurrentTime' })).toMatchObject([{ kind: 'request' }]);
  });

  test('a device asks for its attributes by side, or for all', () => {
    const ask = (body: object) => split(device('attributes/request/9'), body).requests?.[0];
    const stored = { client: { a: 1 }, shared: { c: 'x' } };
    const both = ask({ clientKeys: 'a, b', sharedKeys: 'c' });
    expect(both).toMatchObject({ number: null, client: ['a', 'b'], shared: ['c'] });
    const topic = device('attributes/response/9');
    expect(both?.answer(stored)).toEqual({ topic, payload: '{"client":{"a":1},"shared":{"c":"x"}}' });
    expect(ask({ sharedKeys: 'c' })?.answer({ client: {}, shared: { c: 2 } }).payload).toBe('{"shared":{"c":2}}');
    expect(ask({})).toMatchObject({ client: null, shared: null });
  });

  test('a gateway asks for attributes of a child, one or several', () => {
    const ask = (body: object) => split('v1/gateway/attributes/request', body).requests?.[0];
    const stored = { client: { a: 1, b: 2 }, shared: { a: 3 } };
    expect(ask({ id: 1, device: 'A', client: true, key: 'a' })?.answer(stored)).toEqual({
      topic: 'v1/gateway/attributes/response',
      payload: '{"id":1,"device":"A","value":1}',
    });
    const several = ask({ id: 2, device: 'A', client: false, keys: ['a', 'z'] });
    expect(several).toMatchObject({ number: 'A', client: [], shared: ['a', 'z'] });
    expect(several?.answer(stored).payload).toBe('{"id":2,"device":"A","values":{"a":3}}');
    expect(ask({ id: 2 })).toBeUndefined();
  });

  test('a command is a call of a procedure; the answer names its number', () => {
    const input = { command: 'interval', params: { seconds: 60 } } as const;
    const to = { number: 'GW1', login: gateway };
    expect(format.encodeCommand?.(to, input, 7)).toEqual({
      topic: device('rpc/request/7'),
      payload: '{"method":"interval","params":{"seconds":60}}',
    });
    expect(format.encodeCommand?.({ ...to, number: '9/A', wireName: 'A' }, input, 7)).toEqual({
      topic: 'v1/gateway/rpc',
      payload: '{"device":"A","data":{"id":7,"method":"interval","params":{"seconds":60}}}',
    });
    expect(format.wordOf?.(input)).toBe('interval');
    expect(format.encodeCommand?.(to, { ...input, word: 'setPeriod' }, 7)?.payload).toBe(
      '{"method":"setPeriod","params":{"seconds":60}}',
    );
    expect(read(device('rpc/response/7'), { ok: 1 })).toMatchObject([
      { kind: 'answer', values: { answeredSerial: 7, answer: '{"ok":1}' } },
    ]);
    expect(read(device('rpc/response/7'), { error: 'no' })[0]?.values.refused).toBe(true);
  });
});

test('every part that is stored reads the same by its word', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const topics = fc.constantFrom('v1/devices/me/telemetry', 'v1/gateway/telemetry', 'v1/gateway/attributes', 'v2/a');
  fc.assert(
    fc.property(topics, json, (topic, value) => {
      const { parts, error } = split(topic, value);
      if (error !== null) return;
      for (const part of parts) {
        const again = format.split(part.body, { topic: part.word, login: gateway, state: format.createState(), at });
        const context = { number: 'x', profile: {}, at };
        const bodies = again.parts.map((one) => format.read({ ...one, word: part.word }, context));
        expect(bodies).toEqual([format.read(part, context)]);
      }
    }),
  );
});

test('the parts of a gateway hold what was sent, whatever the names and values', () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
  );
  const values = fc.dictionary(fc.string({ minLength: 1 }), value);
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), values), fc.boolean(), (sent, isSpaced) => {
      const body = JSON.stringify(sent, null, isSpaced ? 2 : undefined);
      const { parts } = split('v1/gateway/telemetry', body);
      const received = parts.map(({ number, body: bytes }) => [number, JSON.parse(bytes.toString())]);
      expect(received).toEqual(Object.entries(JSON.parse(body) as object));
    }),
  );
});
