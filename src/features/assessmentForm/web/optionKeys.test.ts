import { expect, test } from 'vitest';
import { nextKeys, optionKeys, press } from './optionKeys.ts';

const options = (...pairs: readonly (readonly [code: string, points: number])[]) =>
  pairs.map(([code, points]) => ({ code, label: code, points }));
const consciousness = optionKeys(options(['2', 2], ['1', 1], ['0a', 0], ['0b', 0]));
const bathing = optionKeys(options(['10', 10], ['5', 5], ['0', 0]));

test('the keys of an option are its points, with a letter where options share them', () => {
  expect(consciousness).toEqual(['2', '1', '0a', '0b']);
  expect(optionKeys(options(['yes', 0], ['no', 1]))).toEqual(['0', '1']);
  expect(optionKeys(options(['a', 1], ['b', 1], ['c', 0]))).toEqual(['1a', '1b', '0']);
});

test('negative or broken points leave the position', () => {
  expect(optionKeys(options(['a', -1], ['b', 0.5]))).toEqual(['1', '2']);
});

test('a shared digit marks the options, and the letter chooses', () => {
  expect(press(consciousness, '', '0')).toEqual({ typed: '0', marked: [2, 3] });
  expect(nextKeys(consciousness, '0')).toEqual(['a', 'b']);
  expect(press(consciousness, '0', 'B')).toEqual({ chosen: 3 });
});

test('another digit begins anew, an unknown one does nothing', () => {
  expect(press(consciousness, '0', '2')).toEqual({ chosen: 0 });
  expect(press(consciousness, '', '7')).toBeUndefined();
});

test('points of two digits are chosen as soon as only one option is left', () => {
  expect(press(bathing, '', '1')).toEqual({ chosen: 0 });
  const transfer = optionKeys(options(['15', 15], ['10', 10], ['5', 5], ['0', 0]));
  expect(press(transfer, '', '1')).toEqual({ typed: '1', marked: [0, 1] });
  expect(press(transfer, '1', '5')).toEqual({ chosen: 0 });
});

test('Enter chooses points that longer ones begin with', () => {
  const keys = optionKeys(options(['1', 1], ['10', 10]));
  expect(nextKeys(keys, '1')).toEqual(['Enter', '0']);
  expect(press(keys, '1', 'Enter')).toEqual({ chosen: 0 });
});
