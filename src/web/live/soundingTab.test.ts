import { expect, test } from 'vitest';
import { chooseSoundingTab, type TabInfo } from './soundingTab.ts';

const tab = (name: string, rest: Partial<TabInfo> = {}): TabInfo => ({
  tab: name,
  visible: false,
  audio: 'running',
  lastHeardAt: 10_000,
  ...rest,
});

test('the tab that sounds keeps sounding while another one is looked at', () => {
  expect(chooseSoundingTab([tab('a'), tab('b', { visible: true })], 'a', 10_000)).toEqual({ tab: 'a', audible: true });
});

test('a tab that the browser lets sound goes before one that is seen but blocked', () => {
  expect(chooseSoundingTab([tab('a', { visible: true, audio: 'blocked' }), tab('b')], 'a', 10_000)).toEqual({
    tab: 'b',
    audible: true,
  });
});

test('a tab that no longer answers hands over', () => {
  expect(chooseSoundingTab([tab('a', { lastHeardAt: 7_000 }), tab('b')], 'a', 10_000)).toEqual({
    tab: 'b',
    audible: true,
  });
});

test('where every tab is blocked the visible one asks for the click', () => {
  const tabs = [tab('a', { audio: 'blocked' }), tab('b', { audio: 'blocked', visible: true })];
  expect(chooseSoundingTab(tabs, 'a', 10_000)).toEqual({ tab: 'b', audible: false });
});

test('without tabs nobody sounds', () => {
  expect(chooseSoundingTab([], 'a', 10_000)).toEqual({ tab: null, audible: false });
});
