import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomPassword } from './seed.ts';
import { weakness } from './weakPassword.ts';

const who = { account: 'zhoumei', name: '周晓梅' };

test.each([
  '12345678',
  '87654321',
  '11112222',
  'Password1',
  'P@ssw0rd',
  'Admin@123',
  'admin888',
  'qwerty123',
  '1qaz2wsx',
  '1q2w3e4r',
  'abc123456',
  'Aa123456',
  'a1b2c3d4',
  'woaini1314',
  'iloveyou520',
  '19800312',
  '13800001234',
  '12341234',
  'abababab',
  'asdfghjkl',
  'Anhao2026!',
  '2026@ANHAO',
  '安好20262026',
  'Arsenal-4711',
  'M0nkey#8642',
  'j3nnifer_7391',
  'Anhao-2026x',
  '@nh40_1998y',
  'my安好2026',
  'tr0ub4dor',
  '8a5e8a11!',
  'f0otb4l1#',
])('%s is refused as common', (password) => {
  expect(weakness(password, who)).toBe('密码强度不足：太常见，容易被猜到');
});

test.each([
  'winter-Orchard-88',
  'Anhao-Kranich-31',
  'k4mpf-Walter',
  'correcthorsebatterystaple',
  '梧桐苑九幢的阿根爷爷',
  'k7Qd2mXw',
])('%s is fine', (password) => {
  expect(weakness(password, who)).toBeNull();
});

test('the account or the name in it is refused, in any capitals', () => {
  for (const password of ['ZhouMei-orchard', '晓梅-周晓梅-orchard'])
    expect(weakness(password, who)).toBe('密码强度不足：不能包含账号或姓名');
});

test('what the product makes itself is fine', () => {
  for (let count = 0; count < 200; count++) expect(weakness(randomPassword(), who)).toBeNull();
});

test('any text is judged quickly and without a fault', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 128, unit: 'grapheme' }), (text) => {
      weakness(text, who);
    }),
  );
});
