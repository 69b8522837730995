import { expect, test } from 'vitest';
import { conclusionPhrases, offeredPhrases, withPhrase } from './phrases.ts';

const abnormal = new Set(['14771-0']);

test('phrases for what is abnormal come first, and none that compares without an older examination', () => {
  const first = offeredPhrases(conclusionPhrases, { abnormal, hasFormer: false }, '');
  expect(first[0]).toBe('空腹血糖偏高');
  expect(first.filter((text) => text.includes('上次'))).toEqual([]);
  expect(offeredPhrases(conclusionPhrases, { abnormal, hasFormer: true }, '')).toContain('较上次无明显变化');
});

test('a phrase that is in the text is not offered again', () => {
  const text = withPhrase('血压偏高。', '空腹血糖偏高');
  expect(text).toBe('血压偏高；空腹血糖偏高');
  expect(offeredPhrases(conclusionPhrases, { abnormal, hasFormer: true }, text)).not.toContain('空腹血糖偏高');
});
