import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Entries } from '#web/testing/entries.ts';
import { dropTab, dropTabs, readTab, writeTab } from './storage.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new Entries());
  for (const key of ['draft.a/1', 'draft.a/12', 'draft.a/1.x', 'other']) writeTab(key, key);
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is forgotten by its whole key: that of 1 leaves that of 12', () => {
  dropTab('draft.a/1');
  expect(readTab('draft.a/1')).toBeUndefined();
  expect(readTab('draft.a/12')).toBe('draft.a/12');
  expect(readTab('draft.a/1.x')).toBe('draft.a/1.x');
});

test('all that one person left is forgotten by its beginning', () => {
  dropTabs('draft.');
  expect(readTab('draft.a/12')).toBeUndefined();
  expect(readTab('other')).toBe('other');
});
