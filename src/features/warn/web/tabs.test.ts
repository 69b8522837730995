import { expect, test } from 'vitest';
import { tabCounts, tabInput, tabOf } from './tabs.ts';
import { warnRow } from './testRow.ts';

test('an unknown tab in the address is 待处理', () => {
  expect(tabOf('x')).toBe('pending');
  expect(tabOf('followUp')).toBe('followUp');
});

test('the queue leaves work of device staff out, except for device staff', () => {
  expect(tabInput('pending', false).type).not.toContain('low_batt');
  expect(tabInput('pending', false).type).toContain('sos');
  expect(tabInput('pending', true).type).toBeUndefined();
});

test('the figures beside the tabs follow the open alarms', () => {
  const open = [
    warnRow({ id: '1' }),
    warnRow({ id: '2', status: 'handling', handlerId: '9' }),
    warnRow({ id: '3', status: 'handling', handlerId: '8' }),
    // The press of a test on the spot stands in the queue, and nobody waits.
    warnRow({ id: '4', level: 4, test: true, silent: true }),
  ];
  expect(tabCounts(open, null, '9')).toMatchObject({ pending: 1, handling: 2, mine: 1, followUp: undefined });
});
