import { missing } from '#web/data/format.ts';

/** What stands on sheets that were signed before turns had names of their own. */
const former: Readonly<Record<string, string>> = { early: '早班', middle: '中班', night: '夜班', other: '其他' };

/** The name of a turn as its sheet keeps it; 「—」 without one. */
export function shiftLabel(shift: string | null): string {
  return shift ? (former[shift] ?? shift) : missing;
}
