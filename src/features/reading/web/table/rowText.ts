import type { readingApi } from '#features/reading/contract.ts';
import { houseBands } from '#shared/health/bands.ts';
import { type ReadingKindName, readingFlag, readingKinds } from '#shared/health/readingKinds.ts';
import { unitSymbol } from '#shared/health/units.ts';
import { valueText } from '#shared/health/valueText.ts';
import { listTime } from '#web/data/format.ts';
import type { RowOf } from '#web/table/types.ts';

export type ReadingRow = RowOf<typeof readingApi.getReadingList>;

/** Kinds that have limits: a value without level is normal. */
const judged = new Set(houseBands.map(({ kind }) => kind));
const countsNowhere = readingFlag.implausible | readingFlag.withdrawn | readingFlag.doubted;

/** Returns whether a value without level may be called normal. */
export const mayBeNormal = ({ kind, flags }: Pick<ReadingRow, 'kind' | 'flags'>): boolean =>
  judged.has(kind) && (flags & countsNowhere) === 0;

/** Returns a value with its unit: 152 mmHg. */
export const withUnit = (kind: ReadingKindName, value: number): string =>
  [valueText(kind, value), unitSymbol(readingKinds[kind].unit)].filter(Boolean).join(' ');

const flagWords = [
  [readingFlag.withdrawn, '已撤回'],
  [readingFlag.implausible, '数据异常'],
  [readingFlag.doubted, '可疑来源'],
  [readingFlag.clamped, '时间已更正'],
] as const;

/** Returns the marks of a value as words. */
export const flagsText = (flags: number): string[] =>
  flagWords.flatMap(([bit, word]) => ((flags & bit) === 0 ? [] : [word]));

/** Returns what is on record about a value, sentence by sentence. */
export function recordText({ kind, unit, given, remark, lateReason, former, withdrawal }: ReadingRow): string[] {
  const typed = given && given.unit !== unit ? `录入为 ${given.value} ${unitSymbol(given.unit)}` : null;
  return [
    withdrawal && `撤回：${withdrawal.reason}（${[withdrawal.by, listTime(withdrawal.at)].filter(Boolean).join(' ')}）`,
    remark,
    typed,
    lateReason && `补录：${lateReason}`,
    ...former.map(
      ({ value, by, at }) => `原值 ${withUnit(kind, value)}（${[by, listTime(at)].filter(Boolean).join(' ')} 改）`,
    ),
  ].filter((text) => text !== null);
}
