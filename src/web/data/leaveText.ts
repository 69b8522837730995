import { leaveKinds } from '#shared/codes.ts';
import { fullTime, ownZone, todayIn } from './format.ts';

/** Formats a leave: 外出中，预计 18:00 回; on another day 11-22 18:00. `now` in ms. */
export function leaveText(
  { kind, expectedReturn }: { kind: keyof typeof leaveKinds; expectedReturn: string },
  now: number,
  timeZone = ownZone(),
): string {
  const returnTime = fullTime(expectedReturn, timeZone);
  const when = returnTime.startsWith(todayIn(timeZone, now)) ? returnTime.slice(11, 16) : returnTime.slice(5, 16);
  return `${kind === 'other' ? '请假' : leaveKinds[kind]}中，预计 ${when} 回`;
}
