const signs = '甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥';
let calls = 0;

/**
 * The name with two signs behind it that no other call of this test file gets: another try of a failed test must not
 * meet what the first one has left behind.
 */
export function unique(name: string): string {
  const call = calls++;
  return name + signs.charAt(Math.floor(call / signs.length) % signs.length) + signs.charAt(call % signs.length);
}

/** A number of that many digits, for what has no letters. */
export function uniqueNumber(digits: number): string {
  return String(calls++).padStart(digits, '0');
}
