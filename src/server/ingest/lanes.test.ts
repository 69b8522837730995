import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlarmType, Message } from '#devices/message.ts';
import { blankDecoded } from '#devices/message.ts';
import { createLanes, LanesFull } from './lanes.ts';
import { NotStored } from './transport.ts';

let serial = 0;

function message(number: string, alarms: AlarmType[] = [], body = Buffer.from('x')): Message {
  return {
    source: 'watch',
    deviceRef: { protocol: 'watch', number },
    key: String(serial++),
    receivedAt: '2026-01-01T00:00:00.000Z',
    body: body.toString('hex'),
    decoded: { ...blankDecoded('position', number, body), alarms },
    error: null,
  };
}

function sqlError(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code });
}

/** Returns a promise and the function that resolves it. */
function gate(): { wait: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open };
}

const never = (): Promise<void> => Promise.reject(new Error('not expected'));

test('what waits while a commit runs goes together into the next one', async () => {
  const batches: number[] = [];
  const first = gate();
  const lanes = createLanes({
    lanes: 1,
    commitBatch: async (messages) => {
      batches.push(messages.length);
      if (batches.length === 1) await first.wait;
    },
    commitBad: never,
  });
  const submitted = lanes.submit(message('a'));
  await Promise.resolve();
  const rest = Array.from({ length: 700 }, () => lanes.submit(message('b')));
  first.open();
  await Promise.all([submitted, ...rest]);
  expect(batches).toEqual([1, 500, 200]);
});

test('a batch holds no more than its bytes, a larger message goes alone', async () => {
  const batches: number[] = [];
  const lanes = createLanes({
    lanes: 1,
    maxBytes: 1000,
    commitBatch: async (messages) => {
      batches.push(messages.length);
    },
    commitBad: never,
  });
  const sizes = [400, 400, 400, 5000, 10];
  await Promise.all(sizes.map((size) => lanes.submit(message('a', [], Buffer.alloc(size)))));
  expect(batches).toEqual([2, 1, 1, 1]);
});

test('an SOS overtakes other devices but never its own earlier messages', async () => {
  const order: string[] = [];
  const first = gate();
  const lanes = createLanes({
    lanes: 1,
    maxMessages: 2,
    commitBatch: async (messages) => {
      order.push(...messages.map((m) => `${m.deviceRef.number}${m.decoded?.alarms.join() ?? ''}`));
      if (order.length === 1) await first.wait;
    },
    commitBad: never,
  });
  const sent = [lanes.submit(message('first'))];
  await Promise.resolve();
  sent.push(lanes.submit(message('a')), lanes.submit(message('b')), lanes.submit(message('a')));
  sent.push(lanes.submit(message('c')), lanes.submit(message('b', ['sos'])), lanes.submit(message('b')));
  first.open();
  await Promise.all(sent);
  expect(order).toEqual(['first', 'b', 'bsos', 'a', 'a', 'c', 'b']);
});

test('an SOS does not wait for a batch that is being committed, unless its device is in it', async () => {
  const stored: string[] = [];
  const first = gate();
  const lanes = createLanes({
    lanes: 1,
    commitBatch: async (messages) => {
      if (messages.some((m) => m.deviceRef.number === 'a' && m.decoded?.alarms.length === 0)) await first.wait;
      stored.push(...messages.map((m) => `${m.deviceRef.number}${m.decoded?.alarms.join() ?? ''}`));
    },
    commitBad: never,
  });
  const sent = [lanes.submit(message('a'))];
  await Promise.resolve();
  sent.push(lanes.submit(message('a', ['sos'])), lanes.submit(message('b')), lanes.submit(message('c', ['sos'])));
  await sent[3];
  expect(stored).toEqual(['csos']);
  first.open();
  await Promise.all(sent);
  expect(stored).toEqual(['csos', 'a', 'asos', 'b']);
});

test('a refused message is kept alone with its error, the others are stored', async () => {
  const stored: string[] = [];
  const bad: string[] = [];
  const lanes = createLanes({
    lanes: 1,
    commitBatch: async (messages) => {
      if (messages.some((m) => m.deviceRef.number.startsWith('bad'))) throw sqlError('22P05');
      stored.push(...messages.map((m) => m.deviceRef.number));
    },
    commitBad: async (m, error) => {
      bad.push(`${m.deviceRef.number}: ${error.message}`);
    },
  });
  await Promise.all(['a', 'b', 'bad1', 'c', 'd', 'bad2', 'e'].map((number) => lanes.submit(message(number))));
  expect(stored).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(bad).toEqual(['bad1: failed with 22P05', 'bad2: failed with 22P05']);
});

test.each(['40001', '40P01', '25006', '57P01', '57P03', '08006', 'ECONNREFUSED'])(
  'error %s keeps the batch and tries it again',
  async (code) => {
    const tries: string[] = [];
    const lanes = createLanes({
      lanes: 1,
      retryWait: [1, 2],
      commitBatch: async (messages) => {
        tries.push(messages.map((m) => m.deviceRef.number).join());
        if (tries.length < 4) throw new Error('query failed', { cause: sqlError(code) });
      },
      commitBad: never,
    });
    await Promise.all([lanes.submit(message('a')), lanes.submit(message('b'))]);
    expect(tries).toEqual(['a,b', 'a,b', 'a,b', 'a,b']);
    expect(lanes.failingFor()).toBe(0);
  },
);

test('without room alarms are tried until there is some, and what waits with them is left to the device', async () => {
  const tries: string[] = [];
  const lanes = createLanes({
    lanes: 1,
    retryWait: [1, 2],
    commitBatch: async (messages) => {
      tries.push(messages.map((m) => m.deviceRef.number).join());
      if (tries.length < 4) throw new Error('query failed', { cause: sqlError('53100') });
    },
    commitBad: never,
  });
  const rejections = ['a', 'c'].map((number) => expect(lanes.submit(message(number))).rejects.toThrow(NotStored));
  await Promise.all([...rejections, lanes.submit(message('b', ['low_batt']))]);
  expect(tries).toEqual(['a,c,b', 'b', 'b', 'b']);
  await lanes.submit(message('a'));
  expect(lanes.paused()).toBe(false);
});

test('an error that is not the message its fault is not acknowledged', async () => {
  const lanes = createLanes({ commitBatch: () => Promise.reject(sqlError('42501')), commitBad: never });
  await expect(lanes.submit(message('a'))).rejects.toThrow('42501');
});

test('a message that cannot be kept even as bad is not acknowledged', async () => {
  const lanes = createLanes({
    commitBatch: () => Promise.reject(sqlError('23514')),
    commitBad: () => Promise.reject(sqlError('42P01')),
  });
  await expect(lanes.submit(message('a'))).rejects.toThrow('42P01');
});

test('past the bound transports are told to stop, and to go on at half of it', async () => {
  const commit = gate();
  let drained = 0;
  const lanes = createLanes({ maxWaitingBytes: 10_000, commitBatch: () => commit.wait, commitBad: never });
  lanes.onDrain(() => drained++);
  const sent = [lanes.submit(message('a'))];
  expect(lanes.paused()).toBe(false);
  while (!lanes.paused()) sent.push(lanes.submit(message('a')));
  expect(lanes.waiting().bytes).toBeLessThan(15_000);
  commit.open();
  await Promise.all(sent);
  await lanes.idle();
  expect(lanes.paused()).toBe(false);
  expect(drained).toBe(1);
  expect(lanes.waiting()).toEqual({ messages: 0, bytes: 0 });
});

test('far past the bound a message is refused', async () => {
  const lanes = createLanes({ maxWaitingBytes: 1000, commitBatch: () => gate().wait, commitBad: never });
  const sent = Array.from({ length: 10 }, () => lanes.submit(message('a')));
  for (const promise of sent) promise.catch(() => undefined);
  await expect(sent.at(-1)).rejects.toThrow(LanesFull);
  await expect(sent.at(-1)).rejects.toThrow('too many');
});

test('while commits fail for long transports are told to stop, and to go on after the first that succeeds', async () => {
  let down = true;
  const lanes = createLanes({
    retryWait: [1, 1],
    stallAfter: 0,
    commitBatch: async () => {
      if (down) throw sqlError('ECONNREFUSED');
    },
    commitBad: never,
    onError: () => {
      if (lanes.paused()) down = false;
    },
  });
  const drained = new Promise<void>((resolve) => lanes.onDrain(resolve));
  await lanes.submit(message('a'));
  await drained;
  expect(lanes.paused()).toBe(false);
});

test('closing rejects what waits and ends the tries', async () => {
  const lanes = createLanes({ commitBatch: () => Promise.reject(sqlError('ECONNREFUSED')), commitBad: never });
  const results = Promise.allSettled([lanes.submit(message('a')), lanes.submit(message('b'))]);
  await Promise.resolve();
  await lanes.close();
  expect((await results).map((result) => result.status)).toEqual(['rejected', 'rejected']);
  await expect(lanes.submit(message('c'))).rejects.toThrow('closed');
});

const outcome = fc.constantFrom('ok', 'ok', 'ok', 'ECONNRESET', '40P01', '57P01', '22001');
const press = fc.record({
  device: fc.nat(5),
  sos: fc.boolean(),
  bad: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

test('whatever fails, each message is stored once and in its device order, and acknowledged only then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(press, { maxLength: 60 }),
      fc.array(outcome, { maxLength: 30 }),
      async (presses, outcomes) => {
        const stored: Message[] = [];
        const remaining = [...outcomes];
        const lanes = createLanes({
          maxMessages: 7,
          retryWait: [0, 0],
          commitBatch: async (messages) => {
            await new Promise(setImmediate);
            const result = remaining.shift() ?? 'ok';
            if (result !== 'ok') throw sqlError(result);
            if (messages.some((m) => m.error === 'bad')) throw sqlError('23502');
            stored.push(...messages);
          },
          commitBad: async (m) => {
            stored.push(m);
          },
        });
        const sent = presses.map(({ device, sos, bad }) => ({
          ...message(String(device), sos ? ['sos'] : []),
          error: bad ? 'bad' : null,
        }));
        await Promise.all(
          sent.map(async (m) => {
            await lanes.submit(m);
            expect(stored).toContain(m);
          }),
        );
        expect(stored).toHaveLength(sent.length);
        for (let device = 0; device <= 5; device++) {
          const keysOfDevice = (list: Message[]): string[] =>
            list.filter((m) => m.deviceRef.number === String(device)).map((m) => m.key);
          expect(keysOfDevice(stored)).toEqual(keysOfDevice(sent));
        }
      },
    ),
    { numRuns: 60 },
  );
});
