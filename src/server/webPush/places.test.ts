import { expect, test } from 'vitest';
import { pushPlaces } from './places.ts';

const never = new AbortController().signal;

/** Lets pending attempts start. */
const begins = () => new Promise((resolve) => setImmediate(resolve));

/** Starts attempts that end when the test answers them, or hang until the timeout. */
function attempts(limits: { places: number; timeoutMs: number }) {
  const inPlace = pushPlaces(limits);
  const begun: string[] = [];
  const answers = new Map<string, () => void>();
  const run = (endpoint: string) =>
    inPlace(
      endpoint,
      never,
      (signal) =>
        new Promise<string>((resolve, reject) => {
          begun.push(endpoint);
          answers.set(endpoint, () => resolve(endpoint));
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    ).catch((error: Error) => error.message);
  return { run, begun, answer: (endpoint: string) => answers.get(endpoint)?.() };
}

const of = (host: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `https://${host}/${from + index}`);

test('a service has places of its own, and what waits for one of them follows an answer', async () => {
  const { run, begun, answer } = attempts({ places: 2, timeoutMs: 60_000 });
  const all = of('a.example', 3).map(run);
  const other = run('https://b.example/0');
  await begins();
  expect(begun).toEqual([...of('a.example', 2), 'https://b.example/0']);
  answer('https://a.example/1');
  await all[1];
  await begins();
  expect(begun.at(-1)).toBe('https://a.example/2');
  for (const endpoint of ['https://a.example/0', 'https://a.example/2', 'https://b.example/0']) answer(endpoint);
  expect(await Promise.all([...all, other])).toEqual([...of('a.example', 3), 'https://b.example/0']);
});

test('who waits for a service that hangs twice fails with it, further ones at once while its places are taken', async () => {
  const { run, begun, answer } = attempts({ places: 2, timeoutMs: 50 });
  const first = await Promise.all(of('a.example', 4).map(run));
  // The first hanging attempt has freed its slot for the third.
  expect(begun).toEqual(of('a.example', 3));
  expect(first[3]).toBe('a.example 没有及时回答');

  const [taking, again] = of('a.example', 2, 4).map(run);
  await begins();
  expect(await run('https://a.example/6')).toBe('a.example 没有及时回答');
  answer('https://a.example/4');
  answer('https://a.example/5');
  expect(await Promise.all([taking, again])).toEqual(of('a.example', 2, 4));
  expect(begun).not.toContain('https://a.example/6');

  const waiting = of('a.example', 3, 7).map(run);
  await begins();
  for (const endpoint of of('a.example', 2, 7)) answer(endpoint);
  await waiting[1];
  await begins();
  answer('https://a.example/9');
  expect(await waiting[2]).toBe('https://a.example/9');
});

test('a browser that hung twice has half of the places and waits behind the others', async () => {
  const { run, begun, answer } = attempts({ places: 2, timeoutMs: 50 });
  const [bad = '', good = '', next = ''] = of('a.example', 3);
  await run(bad);
  await run(bad);
  // The service answers others: it does not hang itself.
  const answered = run(good);
  await begins();
  answer(good);
  await answered;
  begun.splice(0);

  const holding = run(good);
  const late = run(bad);
  const behind = run(next);
  await begins();
  expect(begun).toEqual([good, next]);
  answer(next);
  await behind;
  await begins();
  expect(begun).toEqual([good, next]);
  answer(good);
  await holding;
  await begins();
  expect(begun).toEqual([good, next, bad]);
  answer(bad);
  expect(await late).toBe(bad);
});
