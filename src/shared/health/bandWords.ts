import type { Band, BandRow } from './bands.ts';
import { levelWords } from './codeWords.ts';
import { meals, type ReadingKindName, readingKinds } from './readingKinds.ts';

/** What a band is for: a sign, with its meal or sleep. */
export type BandFor = Pick<BandRow, 'meal' | 'asleep'> & { kind: ReadingKindName };

/** Returns 心率, 睡眠中心率, 血糖 空腹. */
export function bandTitle({ kind, meal, asleep }: BandFor): string {
  const { title } = readingKinds[kind];
  if (asleep) return `睡眠中${title}`;
  return meal ? `${title} ${meals[meal]}` : title;
}

function extentText({ from, to }: Band): string {
  if (from === undefined) return `低于 ${to}`;
  return to === undefined ? `达到 ${from}` : `${from}–<${to}`;
}

/** Returns 关注 150–<160、预警 达到 160. */
export function bandsText(bands: readonly Band[]): string {
  return bands.map((band) => `${levelWords[band.level]} ${extentText(band)}`).join('、') || '不判等级';
}
