import { missing } from '#web/data/format.ts';

/** Labels of sheets signed before turns had names. */
const former: Readonly<Record<string, string>> = { early: '早班', middle: '中班', night: '夜班', other: '其他' };

/** Returns the name of a turn on its sheet; 「—」 without a name. */
export function shiftLabel(shift: string | null): string {
  return shift ? (former[shift] ?? shift) : missing;
}
