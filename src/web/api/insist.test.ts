import { expect, test } from 'vitest';
import { insist } from './insist.ts';
import { ApiError } from './request.ts';

/** Rejects when the signal aborts, like a connection that never answers. */
const swallowed = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const refused = () => Promise.reject(new ApiError({ code: 1, msg: '连接不上', status: 0 }));
const within = 20;

test('a call without an answer, swallowed or refused, is told each time and sent again until the answer comes', async () => {
  const outcomes = [swallowed, refused, async () => 'taken'];
  let misses = 0;
  const answer = await insist((signal) => (outcomes.shift() ?? refused)(signal), {
    within,
    tries: 6,
    onMiss: () => misses++,
  });
  expect([answer, misses, outcomes.length]).toEqual(['taken', 2, 0]);
});

test('it is given up after the last try, with an error that says so', async () => {
  let sent = 0;
  const send = (signal: AbortSignal) => {
    sent += 1;
    return swallowed(signal);
  };
  await expect(insist(send, { within, tries: 3, onMiss: () => undefined })).rejects.toMatchObject({
    ...{ msg: '服务器没有应答', status: 0 },
  });
  expect(sent).toBe(3);
});

test('a refusal of the server is an answer: it is sent once', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    throw new ApiError({ code: 1, msg: '已由 王磊 接警', status: 409 });
  };
  await expect(insist(send, { within, tries: 3, onMiss: () => undefined })).rejects.toMatchObject({ status: 409 });
  expect(sent).toBe(1);
});
