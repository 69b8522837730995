import { expect, test } from 'vitest';
import { falseGrounds } from './falseGrounds.ts';

const none = { elder: false, family: false, drill: false };

test.each([
  ['nothing on record', 'handling', none, false, []],
  ['the elder was reached', 'handling', { ...none, elder: true }, false, ['elder']],
  ['reached, but nobody has taken it', 'pending', { ...none, elder: true, family: true }, false, []],
  ['waiting in a drill', 'pending', { ...none, drill: true }, false, ['drill']],
  ['a leader before a waiting one', 'pending', none, true, ['leader']],
  ['a leader with a call on record', 'handling', { ...none, family: true }, true, ['family', 'leader']],
] as const)('误报 with %s stands on the right words', (_, status, proof, judges, grounds) => {
  expect(falseGrounds({ status, proof }, judges)).toEqual(grounds);
});
