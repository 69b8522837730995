import { createRequire } from 'node:module';

/** Base words of many passwords; digits and symbols around them add little. */
const commonWords = (
  'password passwd admin administrator root welcome iloveyou loveyou letmein monkey dragon shadow master sunshine princess ' +
  'football baseball superman batman michael jordan charlie computer internet whatever trustno hello freedom changeme default ' +
  'troubador troubadour correcthorse ' +
  'woaini woaiwojia wodemima mima nihao guanliyuan huawei taobao 5201314 1314 520 147258 369 159357 741852 963 ' +
  '1q2w3e4r 5t6y q1w2e3r4 a1b2c3d4 zaq12wsx'
).split(' ');

/** Sequences of the alphabet, the digits and the keyboard, matched in both directions. */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** Years, birthdays and mobile numbers, repeated characters and groups. */
const figures = /(19|20)\d{2}((0[1-9]|1[0-2])([0-2]\d|3[01]))?|1[3-9]\d{9}|(.)\5{2,}|^(.{1,4})\6+$/g;

/** Product names, which every user thinks of first. */
const house = ['anhao', '安好'];

/** Symbols that replace letters: p@ssw0rd, tr0ub4dor; a vertical stroke is an i or an l. */
const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  8: 'b',
  3: 'e',
  6: 'g',
  9: 'g',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
  '+': 't',
  2: 'z',
};

/** Returns the letters that symbols replace. */
function lettersOf(text: string, upright: 'i' | 'l'): string {
  return text.replace(/[1!|]/g, upright).replace(/[@48369$057+2]/g, (sign) => signs[sign] ?? sign);
}

/** Shortest sequence that counts; a shorter match is chance. */
const shortestRun = 3;
/** Maximum of other characters in a password of known parts that is still weak. */
const maxOthers = 2;
/** Length from which several known words make a fair passphrase. */
const passphrase = 20;

function runAt(text: string, start: number): number {
  let length = 0;
  for (const run of runs) {
    let end = start + shortestRun;
    while (end <= text.length && run.includes(text.slice(start, end))) end++;
    length = Math.max(length, end - 1 - start);
  }
  return length >= shortestRun ? length : 0;
}

/** Counts the characters of a password outside common words, sequences, dates and repetitions. */
function countOwnSigns(password: string): number {
  const text = password.toLowerCase();
  const coveredOffsets = new Set<number>();
  const cover = (from: number, length: number) => {
    for (let offset = from; offset < from + length; offset++) coveredOffsets.add(offset);
  };
  for (const spelling of [text, lettersOf(text, 'i'), lettersOf(text, 'l')])
    for (const word of [...commonWords, ...house])
      for (let offset = spelling.indexOf(word); offset >= 0; offset = spelling.indexOf(word, offset + 1))
        cover(offset, word.length);
  for (let offset = 0; offset < text.length; offset++) cover(offset, runAt(text, offset));
  for (const { index, 0: part } of text.matchAll(figures)) cover(index, part.length);
  return text.length - coveredOffsets.size;
}

const load = createRequire(import.meta.url);
let listed: ReadonlySet<string> | undefined;

/** Returns the most common passwords in lower case; unpacked at the first validation. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  listed ??= new Set([...dictionary['passwords-common'].map((word) => String(word).toLowerCase()), ...house]);
  return listed;
}

/**
 * Returns whether it is a common password, plain or with digits and symbols around or in place of letters: M0nkey#88.
 */
function isCommon(text: string): boolean {
  const common = commonPasswords();
  const inner = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const bare = [text, lettersOf(inner, 'i'), lettersOf(inner, 'l')].map((spelling) =>
    spelling.replace(/[^\p{L}]/gu, ''),
  );
  return common.has(text) || bare.some((word) => word.length >= 2 && common.has(word));
}

/**
 * Returns why a password is refused (OWASP ASVS 5, 6.2): easily guessed, or containing the account or name; null when
 * it is fine.
 */
export function weakness(password: string, who: { account: string; name: string }): string | null {
  const lower = password.toLowerCase();
  const contained = [who.account, who.name].some((part) => part.length >= 2 && lower.includes(part.toLowerCase()));
  if (contained) return '密码强度不足：不能包含账号或姓名';
  const guessed = password.length < passphrase && (countOwnSigns(password) <= maxOthers || isCommon(lower));
  if (guessed || new Set(lower).size < 3) return '密码强度不足：太常见，容易被猜到';
  return null;
}
