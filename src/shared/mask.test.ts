import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, maskAddress, maskEmail, maskName, maskNumbers, maskText } from './mask.ts';

test('what is masked keeps whole signs: an emoji, a family of emoji, a letter with its accents', () => {
  expect(maskText('👵王桂兰👨‍👩‍👧')).toBe('👵***👨‍👩‍👧');
  expect(maskText('👵🏽王')).toBe('**');
  expect(maskName('👵🏽王桂兰')).toBe('👵🏽*');
  expect(maskEmail('👵lan@example.com')).toBe('👵***@example.com');
  expect(maskAddress('幸福里👨‍👩‍👧三栋')).toBe('幸福里****');
  expect(cutText('一二👵', 3)).toBe('一二');
});

test('numbers in a sentence are masked, an ID number without its tail', () => {
  expect(maskNumbers('打 13812345678 和 0570-55503317')).toBe('打 138****5678 和 057****3317');
  expect(maskNumbers('证件 11010119380101018X，旧证 110101380101018，传真 5550331')).toBe(
    '证件 110****，旧证 110****，传真 555****0331',
  );
});

test('a masked text can be stored whatever it was made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\0', '\ud83d', '\udc75', '王', '👵', '\u200d', 'a') }), (text) => {
      const shown = maskText(text);
      expect(shown.isWellFormed() && !shown.includes('\0')).toBe(true);
      expect(cutText(text.toWellFormed(), 5).isWellFormed()).toBe(true);
    }),
  );
});
