import { createRequire } from 'node:module';

/** Words that many passwords are made of; figures and signs around them add little. */
const commonWords = (
  'password passwd admin administrator root welcome iloveyou loveyou letmein monkey dragon shadow master sunshine princess ' +
  'football baseball superman batman michael jordan charlie computer internet whatever trustno hello freedom changeme default ' +
  'troubador troubadour correcthorse ' +
  'woaini woaiwojia wodemima mima nihao guanliyuan huawei taobao 5201314 1314 520 147258 369 159357 741852 963 ' +
  '1q2w3e4r 5t6y q1w2e3r4 a1b2c3d4 zaq12wsx'
).split(' ');

/** Runs along the alphabet, the figures and the keyboard, read either way. */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** Years, days as people write their birthday, and mobile numbers. */
const figures = /(19|20)\d{2}((0[1-9]|1[0-2])([0-2]\d|3[01]))?|1[3-9]\d{9}|(.)\5{2,}|^(.{1,4})\6+$/g;

/** Words of the house, which everybody in it thinks of first. */
const house = ['anhao', '安好'];

/** Signs that stand for letters: p@ssw0rd, tr0ub4dor; an upright stroke is an i or an l. */
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

/** The letters that signs stand for. */
function lettersOf(text: string, upright: 'i' | 'l'): string {
  return text.replace(/[1!|]/g, upright).replace(/[@48369$057+2]/g, (sign) => signs[sign] ?? sign);
}

/** A run shorter than this is chance. */
const shortestRun = 3;
/** A password of known parts and no more than this many other signs is on every list. */
const maxOthers = 2;
/** From this length on several known words make a fair passphrase. */
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

/** How many signs of a password belong to no word, run, date or repetition that everybody tries first. */
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

/** The passwords that are used most, in small letters; unpacked with the first password that is judged. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  listed ??= new Set([...dictionary['passwords-common'].map((word) => String(word).toLowerCase()), ...house]);
  return listed;
}

/** Whether it is a common password, as it is or with figures and signs around it and in place of letters: M0nkey#88. */
function isCommon(text: string): boolean {
  const common = commonPasswords();
  const inner = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const bare = [text, lettersOf(inner, 'i'), lettersOf(inner, 'l')].map((spelling) =>
    spelling.replace(/[^\p{L}]/gu, ''),
  );
  return common.has(text) || bare.some((word) => word.length >= 2 && common.has(word));
}

/** Why a password is refused (OWASP ASVS 5, 6.2): easily guessed, or holding the account or name; null when it is fine. */
export function weakness(password: string, who: { account: string; name: string }): string | null {
  const lower = password.toLowerCase();
  const contained = [who.account, who.name].some((part) => part.length >= 2 && lower.includes(part.toLowerCase()));
  if (contained) return '密码强度不足：不能包含账号或姓名';
  const guessed = password.length < passphrase && (countOwnSigns(password) <= maxOthers || isCommon(lower));
  if (guessed || new Set(lower).size < 3) return '密码强度不足：太常见，容易被猜到';
  return null;
}
