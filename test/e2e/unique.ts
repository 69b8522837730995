const signs = '甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥';
let calls = 0;

/**
 * Returns the name with two unique characters within the test file: a retry of a failed test must not meet the rows of
 * the first attempt.
 */
export function unique(name: string): string {
  const call = calls++;
  return name + signs.charAt(Math.floor(call / signs.length) % signs.length) + signs.charAt(call % signs.length);
}

/** Returns a number of this many digits, unique within the test file. */
export function uniqueNumber(digits: number): string {
  return String(calls++).padStart(digits, '0');
}
