import { expect, it } from 'vitest';
import { ApiError } from '#web/api/request.ts';
import { isLostChunk, traceOf } from './fault.ts';

it.each([
  'Failed to fetch dynamically imported module: https://x/assets/SosScreen.js',
  'error loading dynamically imported module: https://x/assets/SosScreen.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/SosScreen.css',
])('knows a lost chunk by the words of each browser: %s', (message) => {
  expect(isLostChunk(new TypeError(message))).toBe(true);
});

it('any other fault is not a lost chunk, and has a trace only if the server gave one', () => {
  expect(isLostChunk(new Error('x is undefined'))).toBe(false);
  expect(traceOf(new Error('x'))).toBeUndefined();
  expect(traceOf(new ApiError({ code: -1, msg: '', status: 500, traceId: 'abc' }))).toBe('abc');
});
