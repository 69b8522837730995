import { expect, test } from 'vitest';
import {
  type Base,
  begin,
  changedBase,
  decide,
  edit,
  failed,
  placesOf,
  rebase,
  requestOf,
  saved,
  shown,
  startSaves,
  unsavedCount,
} from './saves.ts';

const at = '2026-11-20T01:38:00.000Z';
const li = { by: '1', name: '李静', at };
const base = (version: number, values: Base['values'] = {}): Base => ({ version, values, trail: {} });
const places = placesOf({
  items: ['B1.1', 'B1.2', 'B4.2'].map((code) => ({ code, label: code, options: [] })),
  facts: [{ key: 'events', label: '事件', kind: 'counts' }],
});
const change = (field: string, value: unknown) => ({ field, old: null, new: value, by: '顾芸', at });

test('a stored change is part of the base, with its author and whose it was before', () => {
  const first = saved(begin(edit(startSaves(base(1)), { 'answers.B1.1': '3' })), 2, li);
  expect(first.base).toMatchObject({ version: 2, values: { 'answers.B1.1': '3' }, trail: { 'B1.1': li } });
  const gu = { by: '2', name: '顾芸', at };
  const second = saved(begin(edit(first, { 'answers.B1.1': '4' })), 3, gu);
  expect(second.base.trail['B1.1']).toEqual({ ...gu, was: { value: '3', ...li } });
});

test('changes made during a request wait for the next one', () => {
  const sending = begin(edit(startSaves(base(1)), { 'answers.B1.1': '3' }));
  const both = edit(sending, { 'answers.B1.2': '4', 'answers.B1.1': '2' });
  expect(shown(both)).toEqual({ 'answers.B1.1': '2', 'answers.B1.2': '4' });
  const next = saved(both, 2, li);
  expect(requestOf(next.waiting)).toEqual({ answers: { 'B1.1': '2', 'B1.2': '4' } });
});

test('answers that do not overlap are merged without a question', () => {
  const late = failed(begin(edit(startSaves(base(1)), { 'answers.B1.1': '3' })), false);
  const merged = rebase(late, changedBase(late.base, 2, [change('B4.2', '1')], places));
  expect(merged.clashes).toEqual({});
  expect(merged.base.version).toBe(2);
  expect(shown(merged)).toEqual({ 'answers.B1.1': '3', 'answers.B4.2': '1' });
});

test('an overlapping answer asks, naming who, and is sent again or dropped', () => {
  const late = failed(begin(edit(startSaves(base(1)), { 'answers.B1.1': '3', 'answers.B1.2': '2' })), false);
  const clashing = rebase(late, changedBase(late.base, 2, [change('B1.1', '4')], places));
  expect(clashing.clashes).toEqual({ 'answers.B1.1': { mine: '3', by: '顾芸', at } });
  expect(Object.keys(clashing.waiting)).toEqual(['answers.B1.2']);
  expect(shown(clashing)['answers.B1.1']).toBe('4');
  expect(unsavedCount(clashing)).toBe(2);
  expect(shown(decide(clashing, 'answers.B1.1', true))['answers.B1.1']).toBe('3');
  expect(unsavedCount(decide(clashing, 'answers.B1.1', false))).toBe(1);
});

test('the same answer of both is no question', () => {
  const late = failed(begin(edit(startSaves(base(1)), { 'facts.events': { fall: 1, choking: 2 } })), false);
  const merged = rebase(late, changedBase(late.base, 2, [change('events', { choking: 2, fall: 1 })], places));
  expect(unsavedCount(merged)).toBe(0);
});

test('a change that was stored although its answer was lost is no question', () => {
  const lost = failed(begin(edit(startSaves(base(1)), { 'answers.B1.1': '3' })), true);
  const changed = edit(lost, { 'answers.B1.1': '2' });
  const merged = rebase(changed, base(2, { 'answers.B1.1': '3' }));
  expect(merged.clashes).toEqual({});
  expect(shown(merged)).toEqual({ 'answers.B1.1': '2' });
});

test('what somebody changes while a request is under way is not overwritten when that request fails', () => {
  const sending = begin(edit(startSaves(base(1)), { 'answers.B1.1': '3' }));
  const read = rebase(sending, base(2, { 'answers.B1.1': '4' }));
  expect(Object.keys(failed(read, false).clashes)).toEqual(['answers.B1.1']);
});

test('an answer of a request that ends after a newer state was read changes nothing', () => {
  const sending = begin(edit(startSaves(base(1)), { 'answers.B1.1': '3' }));
  const read = rebase(sending, base(3, { 'answers.B1.1': '4' }));
  expect(shown(saved(read, 2, li))).toEqual({ 'answers.B1.1': '4' });
  expect(rebase(read, base(2, {}))).toBe(read);
});

test('null takes a value back, and a change to what is stored is not sent', () => {
  const stored = startSaves(base(1, { 'answers.B1.1': '3', prorate: true }));
  expect(unsavedCount(edit(stored, { 'answers.B1.1': '3' }))).toBe(0);
  const taken = edit(stored, { 'answers.B1.1': null, prorate: null });
  expect(shown(taken)).toEqual({});
  expect(requestOf(taken.waiting)).toEqual({ answers: { 'B1.1': null }, prorate: false });
});
