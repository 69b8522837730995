/**
 * Number of a resident identity card: GB 11643-1999 (公民身份号码), 18 characters: 6 of the area, 8 of the birth date, 3 in
 * sequence (odd: male), 1 check character after ISO 7064 MOD 11-2.
 */

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checkCharacters = '10X98765432';

/** Provinces of GB/T 2260 by their first two digits; 9… are permanent residence permits of foreigners. */
const provinces = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|9\d)/;

type IdCardFacts = {
  /** YYYY-MM-DD */
  birthDate: string;
  /** Code of domain.md: 1 male, 2 female. */
  gender: 1 | 2;
};

/** Returns the stored form: without spaces, the check character in upper case. */
export function normalizeIdNo(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** Returns the check character for the first 17 digits. */
export function checkCharacter(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return checkCharacters[sum % 11] ?? '';
}

function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Returns the message for an invalid number (domain.md 3.2), undefined for a valid one. `today` is YYYY-MM-DD. */
export function idNoProblem(text: string, today: string): string | undefined {
  const number = normalizeIdNo(text);
  if (/^\d{15}$/.test(number)) {
    return '15位身份证号已停用，请换成18位';
  }
  if (!/^\d{17}[0-9X]$/.test(number)) {
    return '身份证号须为18位';
  }
  if (!provinces.test(number)) {
    return '身份证号中的地区码无效';
  }
  const { birthDate } = factsOf(number);
  if (!isRealDay(birthDate) || birthDate > today || birthDate < '1850-01-01') {
    return '身份证号中的出生日期无效';
  }
  return checkCharacter(number) === number[17] ? undefined : '身份证号校验位不正确';
}

function factsOf(number: string): IdCardFacts {
  const birthDate = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  return { birthDate, gender: Number(number[16]) % 2 === 1 ? 1 : 2 };
}

/** Returns birth date and gender of a valid number, undefined for an invalid one. `today` is YYYY-MM-DD. */
export function readIdNo(text: string, today: string): IdCardFacts | undefined {
  return idNoProblem(text, today) === undefined ? factsOf(normalizeIdNo(text)) : undefined;
}

/** Returns full years on a day; both YYYY-MM-DD. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Returns today in China as YYYY-MM-DD. `now` in ms since 1970. */
export function todayInChina(now: number): string {
  // China keeps UTC+8 the whole year.
  return new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** Usual ages of customers; the screens ask for confirmation outside this range, they do not refuse. */
const usualAge = { from: 40, to: 110 } as const;

export function isUnusualAge(age: number): boolean {
  return age < usualAge.from || age > usualAge.to;
}
