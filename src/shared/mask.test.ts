import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, maskAddress, maskEmail, maskName, maskText } from './mask.ts';

test('what is masked keeps whole signs: an emoji, a family of emoji, a letter with its accents', () => {
  expect(maskText('👵王桂兰👨‍👩‍👧')).toBe('👵***👨‍👩‍👧');
  expect(maskText('👵🏽王')).toBe('**');
  expect(maskName('👵🏽王桂兰')).toBe('👵🏽*');
  expect(maskEmail('👵lan@example.com')).toBe('👵***@example.com');
  expect(maskAddress('幸福里👨‍👩‍👧三栋')).toBe('幸福里****');
  expect(cutText('一二👵', 3)).toBe('一二');
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
