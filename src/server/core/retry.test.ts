import { expect, test } from 'vitest';
import { isDataError, isTransient, sqlState, withRetry } from './retry.ts';

const failure = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  '40001',
  '40P01',
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  '53100',
  '08006',
  '08P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])('%s passes by itself, also as the cause of another error', (code) => {
  expect(isTransient(failure(code))).toBe(true);
  expect(isTransient(new Error('Failed query', { cause: failure(code) }))).toBe(true);
  expect(isDataError(failure(code))).toBe(false);
});

test.each(['23505', '22003', '22021', '42601', '42P01', '57014'])('%s does not pass by itself', (code) => {
  expect(isTransient(failure(code))).toBe(false);
  expect(isDataError(new Error('Failed query', { cause: failure(code) }))).toBe(/^2[23]/.test(code));
});

test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  '"%s" passes by itself',
  (message) => {
    expect(isTransient(new Error('Failed query', { cause: new Error(message) }))).toBe(true);
  },
);

test('an error without a code is no error of the database', () => {
  expect([sqlState(new Error('x')), isTransient(new Error('x')), isTransient('x'), isDataError(null)]).toEqual([
    '',
    false,
    false,
    false,
  ]);
});

test('work is tried again until the failure has passed', async () => {
  let tries = 0;
  const value = await withRetry(async () => {
    tries += 1;
    if (tries < 4) throw failure('40001');
    return 'done';
  });
  expect([value, tries]).toEqual(['done', 4]);
});

test('what does not pass is told at once, what lasts is told in the end', async () => {
  let tries = 0;
  const fail = (code: string) => async () => {
    tries += 1;
    throw failure(code);
  };
  await expect(withRetry(fail('23505'))).rejects.toMatchObject({ code: '23505' });
  expect(tries).toBe(1);
  await expect(withRetry(fail('57P03'), 300)).rejects.toMatchObject({ code: '57P03' });
  expect(tries).toBeGreaterThan(2);
});
