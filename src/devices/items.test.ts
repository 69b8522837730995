import { expect, test } from 'vitest';
import { type ItemRule, ruleOf, rulesOf, setItem } from './items.ts';
import { blankDecoded } from './message.ts';

const rules = rulesOf([
  { id: 'E4', length: 1, as: 'uint', into: 'battery' },
  { id: '0xe4', length: 2, as: 'uint', factor: 0.1, into: 'voltage' },
  { id: 0xa8, within: 0xeb, as: 'uint', into: 'battery' },
  { id: 9, as: 'int', factor: 0.1, into: 'temperature' },
  { id: 10, as: 'bcd', into: 'card' },
  { id: 11, as: 'uint', into: 'fall' },
  { id: 12, as: 'text', into: '' },
]);

function put(id: number, hex: string, within?: number) {
  const bytes = Buffer.from(hex, 'hex');
  const decoded = blankDecoded('position', 'n', bytes);
  const rule = ruleOf(rules, { id, length: bytes.length, within });
  if (rule) setItem(decoded, rule, bytes, 'be');
  return decoded;
}

test('the same id means different things by its length and by the list that it stands in', () => {
  expect(put(0xe4, '40').battery).toBe(64);
  expect(put(0xe4, '0040')).toMatchObject({ battery: null, values: { voltage: 6.4 } });
  expect(put(0xa8, '40').battery).toBeNull();
  expect(put(0xa8, '40', 0xeb).battery).toBe(64);
});

test('an item becomes what its rule says: reading, alarm, value, nothing', () => {
  expect(put(9, '016d').readings).toEqual([{ kind: 'temperature', value: 36.5, unit: 'Cel', valid: true }]);
  expect(put(10, '00123456').values).toEqual({ card: '123456' });
  expect(put(11, '01')).toMatchObject({ alarms: ['fall'], press: true });
  expect(put(11, '00')).toMatchObject({ alarms: [], press: false });
  expect(put(12, '41').values).toEqual({});
});

test('bytes that are no value of the rule leave everything as it was', () => {
  for (const [id, hex] of [
    [9, ''],
    [9, '00'.repeat(7)],
    [10, 'ff'],
  ] as const)
    expect(put(id, hex)).toEqual({ ...blankDecoded('position', 'n', Buffer.from(hex, 'hex')) });
});

test('what is no rule is left out of a profile', () => {
  const good: ItemRule = { id: 1, as: 'hex', into: 'x' };
  const bad = [
    null,
    {},
    { ...good, id: -1 },
    { ...good, as: 'float' },
    { ...good, into: 'a b' },
    { ...good, factor: '2' },
  ];
  expect(rulesOf([...bad, good])).toEqual([good]);
  expect(rulesOf('x')).toEqual([]);
});
