import { expect, test } from 'vitest';
import { warnRow } from '#features/warn/web/service.ts';
import { tabCounts, tabInput, tabOf, tabsFor } from './tabs.ts';

test('an unknown tab in the address is 待处理', () => {
  expect(tabOf('x')).toBe('pending');
  expect(tabOf('followUp')).toBe('followUp');
});

test('device work has a tab of its own, for those who may see it, and is in no other tab of the queue', () => {
  expect(tabInput('pending')).toEqual({ waiting: true });
  expect(tabInput('handling')).toEqual({ status: ['handling'], deviceWork: false });
  expect(tabInput('device')).toEqual({ status: ['pending', 'handling'], deviceWork: true });
  expect([tabsFor(true).includes('device'), tabsFor(false).includes('device')]).toEqual([true, false]);
});

test('the figures beside the tabs follow the open alarms', () => {
  const open = [
    warnRow({ id: '1' }),
    warnRow({ id: '2', status: 'handling', handlerId: '9' }),
    warnRow({ id: '3', status: 'handling', handlerId: '8' }),
    // The press of a test on site is in the queue, but does not wait for a claim.
    warnRow({ id: '4', level: 4, test: true, silent: true }),
    // Device staff's: an untrusted source. An unregistered number waits for an answer.
    warnRow({ id: '5', level: 3, family: 'device', type: 'other' }),
    warnRow({ id: '6', level: 2, family: 'device', type: 'unknown' }),
  ];
  expect(tabCounts(open, null, '9')).toMatchObject({ pending: 2, handling: 2, mine: 1, followUp: undefined });
});
