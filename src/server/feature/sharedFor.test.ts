import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Scope, system, type Viewer } from '../core/viewer.ts';
import { clearShared, sharedFor } from './sharedFor.ts';

beforeEach(() => {
  clearShared();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const everywhere: Scope = { kind: 'all', departments: null, projects: null };
const viewer = (userId: string, scope: Scope = everywhere, permissions: string[] = ['a', 'b']): Viewer => ({
  ...system(),
  userId,
  scope,
  endpoints: new Set(),
  permissions: new Set(permissions),
});

let runs = 0;
const count = async () => ++runs;
const ask = async (who: Viewer) => (await sharedFor(who, 'count', 2000, count)).value;

test('viewers of the same scope and permissions share one flight', async () => {
  let answer: (value: string) => void = () => undefined;
  const fn = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const both = Promise.all([
    sharedFor(viewer('1'), 'x', 2000, fn),
    sharedFor(viewer('2', everywhere, ['b', 'a']), 'x', 2000, fn),
  ]);
  answer('same');
  expect((await both).map(({ value }) => value)).toEqual(['same', 'same']);
  expect(fn).toHaveBeenCalledTimes(1);
});

test('an answer says its age, and is computed anew when it is too old', async () => {
  const first = await ask(viewer('1'));
  vi.advanceTimersByTime(1999);
  expect(await sharedFor(viewer('2'), 'count', 2000, count)).toEqual({ value: first, age: 1999 });
  vi.advanceTimersByTime(1);
  expect(await sharedFor(viewer('2'), 'count', 2000, count)).toEqual({ value: first + 1, age: 0 });
});

test.each([
  ['another department', viewer('1', { kind: 'department', departments: ['7'], projects: null })],
  ['another project', viewer('1', { kind: 'all', departments: null, projects: ['7'] })],
  ['a permission more', viewer('1', everywhere, ['a', 'b', 'c'])],
  ['a permission less', viewer('1', everywhere, ['a'])],
  ['every permission', { ...viewer('1'), endpoints: null }],
])('%s is another answer', async (_name, other) => {
  const first = await ask(viewer('1'));
  expect(await ask(other)).toBe(first + 1);
});

test('with the scope self everybody has an answer of their own', async () => {
  const self: Scope = { kind: 'self', departments: ['7'], projects: null };
  const first = await ask(viewer('1', self));
  expect(await ask(viewer('2', self))).toBe(first + 1);
});

test('a failure is told to those who wait for it and not kept', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('down')));
  await expect(sharedFor(viewer('1'), 'f', 2000, failing)).rejects.toThrow('down');
  await expect(sharedFor(viewer('1'), 'f', 2000, failing)).rejects.toThrow('down');
  expect(failing).toHaveBeenCalledTimes(2);
});

test('after a change of rights nothing of before is given', async () => {
  const first = await ask(viewer('1'));
  clearShared();
  expect(await ask(viewer('1'))).toBe(first + 1);
});
