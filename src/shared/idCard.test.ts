import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn, checkCharacter, idNoProblem, normalizeIdNo, readIdNo, todayInChina } from './idCard.ts';

const today = '2026-11-20';

/** Valid numbers with birth dates from 1900 to 2025. */
const rightNumber = fc
  .record({
    area: fc.constantFrom('110105', '331102', '440524', '510104', '830000', '911124'),
    day: fc.date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true }),
    sequence: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ area, day, sequence }) => {
    const digits = `${area}${day.toISOString().slice(0, 10).replaceAll('-', '')}${String(sequence).padStart(3, '0')}`;
    return digits + checkCharacter(digits);
  });

describe('identity card number', () => {
  test('the two examples of GB 11643-1999 are right', () => {
    expect(readIdNo('11010519491231002X', today)).toEqual({ birthDate: '1949-12-31', gender: 2 });
    expect(readIdNo('440524188001010014', today)).toEqual({ birthDate: '1880-01-01', gender: 1 });
  });

  test('every number with its own check character is right and tells birth date and gender', () => {
    fc.assert(
      fc.property(rightNumber, (number) => {
        const facts = readIdNo(number, today);
        expect(facts?.birthDate.replaceAll('-', '')).toBe(number.slice(6, 14));
        expect(facts?.gender).toBe(Number(number[16]) % 2 === 1 ? 1 : 2);
      }),
    );
  });

  test('changing any one character of a right number makes it wrong', () => {
    fc.assert(
      fc.property(rightNumber, fc.integer({ min: 0, max: 17 }), fc.integer({ min: 1, max: 9 }), (number, index, by) => {
        const old = number[index] === 'X' ? 10 : Number(number[index]);
        const changed = number.slice(0, index) + String((old + by) % 10) + number.slice(index + 1);
        fc.pre(changed !== number);
        expect(idNoProblem(changed, today)).toBeDefined();
      }),
    );
  });

  test('swapping two different neighbours makes a right number wrong', () => {
    fc.assert(
      fc.property(rightNumber, fc.integer({ min: 0, max: 15 }), (number, index) => {
        fc.pre(number[index] !== number[index + 1]);
        const swapped = number.slice(0, index) + number[index + 1] + number[index] + number.slice(index + 2);
        expect(idNoProblem(swapped, today)).toBeDefined();
      }),
    );
  });

  test('spaces and a small x are taken and stored without and large', () => {
    expect(idNoProblem('110105 19491231 002x', today)).toBeUndefined();
    expect(normalizeIdNo('110105 19491231 002x')).toBe('11010519491231002X');
  });

  test.each([
    ['110105491231002', '15位身份证号已停用，请换成18位'],
    ['1101051949123100', '身份证号须为18位'],
    ['11010519491231002Y', '身份证号须为18位'],
    ['00010519491231002X', '身份证号中的地区码无效'],
    ['110105194913310020', '身份证号中的出生日期无效'],
    ['110105202702280020', '身份证号中的出生日期无效'],
    ['331102194405210423', '身份证号校验位不正确'],
  ])('%s is refused with its reason', (number, msg) => {
    expect(idNoProblem(number, today)).toBe(msg);
  });

  test('29 February is a day in leap years only', () => {
    const digits = '11010519000229001';
    expect(idNoProblem(digits + checkCharacter(digits), today)).toBe('身份证号中的出生日期无效');
    const leap = '11010520000229001';
    expect(idNoProblem(leap + checkCharacter(leap), today)).toBeUndefined();
  });

  test('an age grows on the birthday', () => {
    expect(ageOn('1944-05-21', '2026-05-20')).toBe(81);
    expect(ageOn('1944-05-21', '2026-05-21')).toBe(82);
  });

  test('today in China begins at 16:00 UTC', () => {
    expect(todayInChina(Date.parse('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20');
    expect(todayInChina(Date.parse('2026-11-20T16:00:00.000Z'))).toBe('2026-11-21');
  });
});
