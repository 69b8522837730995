import { expect, test } from 'vitest';
import { catalogueOf } from '#shared/physical/catalogues.ts';
import { nothing } from '../entry/entered.ts';
import { rowsOf } from '../entry/rows.ts';
import { proposedDay, proposedRequest } from './proposal.ts';

const catalogue = catalogueOf(1) ?? expect.fail('there is no catalogue 1');
const proposed = (entries: Record<string, string>) => {
  const typed = new Map(Object.entries(entries).map(([code, text]) => [code, { ...nothing, text }]));
  return proposedRequest(rowsOf({ sex: 2, age: 82, catalogue }, [], typed).values());
};

test('what is out of range is named in the phrases of the house, each once', () => {
  const pressure = { '8480-6': '170', '8462-4': '100', systolicRight: '168', diastolicRight: '98' };
  expect(proposed({ ...pressure, '14771-0': '6.4' })).toBe('体检复查：血压偏高、空腹血糖偏高');
  expect(proposed({ '14771-0': '3.1', ecg: 'abnormal' })).toBe('体检复查：空腹血糖偏低、心电图异常');
  expect(proposed({ '14771-0': '5.1' })).toBe('体检后回访：未见异常，了解近况');
});

test('the day is that of the next examination if it is ahead, else a month from today', () => {
  expect(proposedDay('2027-01-31', '2026-01-31')).toBe('2027-01-31');
  expect(proposedDay('2027-03-08', '2026-01-31')).toBe('2026-02-28');
  expect(proposedDay('2026-01-30', '2026-01-31')).toBe('2026-02-28');
  expect(proposedDay(null, '2026-01-31')).toBe('2026-02-28');
});
