import type { FenceEvent, FenceKind } from '#features/fence/contract.ts';
import type { WarnType } from '#shared/codes.ts';
import type { FenceSide } from '#shared/place/fenceJudge.ts';
import type { Pair } from './follow.ts';

/** Type of the alarm of each kind of fence. */
export const alarmTypes = {
  home: 'fence_out',
  safe: 'fence_out',
  forbidden: 'fence_in',
  stay: 'sedentary',
} as const satisfies Record<FenceKind, WarnType>;

export type FenceAlarmType = (typeof alarmTypes)[FenceKind];

/** Whether somebody on this side of the fence is where they should not be; who stays inside too long is judged by time. */
export function isBad(kind: FenceKind, side: FenceSide | null): boolean {
  if (kind === 'stay') return false;
  return side === (kind === 'forbidden' ? 'inside' : 'outside');
}

/** Returns the event of a crossing; null where the first side that is known is the usual one. */
export function eventOf(kind: FenceKind, { to, first }: { to: FenceSide; first: boolean }): FenceEvent | null {
  if (first && !isBad(kind, to)) return null;
  if (kind === 'home' || kind === 'safe') return to === 'outside' ? 'leave' : 'back';
  return to === 'inside' ? 'enter' : 'leave';
}

/** Returns the text of the alarm: 「越出围栏 桂园小区 家」. */
export function noteOf({ kind, name, minutes }: { kind: FenceKind; name: string; minutes: number | null }): string {
  if (kind === 'stay') return `在${name}停留超过 ${minutes ?? 0} 分钟`;
  return `${kind === 'forbidden' ? '进入禁入区' : '越出围栏'} ${name}`;
}

/** Time after the way back in which the next way out does not ring, ms. */
export const restMs = 15 * 60_000;

/** Returns the fences of this type at which the person is where they should not be. */
export function badPairs(pairs: readonly Pair[], type: FenceAlarmType): Pair[] {
  return pairs.filter(({ kind, side }) => alarmTypes[kind] === type && isBad(kind, side));
}

/** Returns since when a person has been out of at least one of these fences, ms. */
export function outSince(bad: readonly Pair[]): number {
  return Math.min(...bad.map(({ since }) => since ?? Number.POSITIVE_INFINITY));
}
