import { distance } from '../distance.ts';
import type { MeasuredFence } from './fenceShape.ts';
import { accuracyOf, type Fix } from './fix.ts';

/** On which side of a fence somebody is. */
export type FenceSide = 'inside' | 'outside';

/** What is known of one person and one fence. */
export interface FenceState {
  /** Null until the first fix that says something. */
  side: FenceSide | null;
  /** Device time of the fix that confirmed the side, ms. */
  since: number | null;
  /** Device time of the newest fix seen, ms: an older one moves nothing. */
  seenAt: number;
  /** Usable fixes of the other side in a row, oldest first; three at most. */
  pending: readonly Fix[];
}

/** State before the first fix. */
export const unknownState: FenceState = { side: null, since: null, seenAt: Number.NEGATIVE_INFINITY, pending: [] };

/** Why a fix says nothing about a fence. */
export type Unusable = 'late' | 'cell' | 'inaccurate' | 'border' | 'repeated';

/** Metres and ms of domain.md 6.14. */
const widest = 150;
const nearest = 30;
const apartMs = 30_000;
const walking = 2;

/**
 * Returns on which side of the fence a fix is, or why it says nothing: found by a cell, less accurate than 150 m or half
 * the fence's size, or nearer to the border than its accuracy, at least 30 m on the outside.
 */
export function sideOf(fence: MeasuredFence, fix: Fix): FenceSide | Unusable {
  if (fix.source === 'cell') return 'cell';
  const accuracy = accuracyOf(fix);
  if (accuracy > Math.min(widest, fence.size / 2)) return 'inaccurate';
  const depth = fence.depth(fix);
  if (depth >= 0) return 'inside';
  return -depth > Math.max(accuracy, nearest) ? 'outside' : 'border';
}

const isSamePlace = (a: Fix, b: Fix) => a.lat === b.lat && a.lng === b.lng;

/** Whether somebody can have walked from one fix to the other. */
const agree = (a: Fix, b: Fix) =>
  distance(a, b) <= (walking * Math.abs(b.at - a.at)) / 1000 + accuracyOf(a) + accuracyOf(b);

/** Whether these fixes of the other side, the last one new, prove that the person is there. */
function isConfirmed(fixes: readonly Fix[]): boolean {
  const last = fixes.at(-1);
  const [first] = fixes;
  if (!first || !last || last.at - first.at < apartMs) return false;
  return fixes.length >= 3 || fixes.some((fix) => last.at - fix.at >= apartMs && agree(fix, last));
}

/** What a fix changed. */
export interface FenceJudgement {
  state: FenceState;
  /** The side changed, or was found for the first time (`first`). */
  crossed: { to: FenceSide; first: boolean } | null;
  /** First fix of the other side: the device is to be asked for another. */
  doubtful: boolean;
  /** Why the fix said nothing; null if it did. */
  unusable: Unusable | null;
}

const nothing = (state: FenceState, unusable: Unusable | null): FenceJudgement => ({
  ...{ state, crossed: null, doubtful: false, unusable },
});

/**
 * Judges a fix of a person against a fence (domain.md 6.14). The side changes by two usable fixes of the other side in a
 * row at least 30 s apart, at different places, that somebody could walk between; or by three in a row that do not agree.
 * Late fixes, and the same place told again, move nothing. The first side ever is confirmed in the same way.
 */
export function judgeFix(fence: MeasuredFence, state: FenceState, fix: Fix, late = false): FenceJudgement {
  if (late || fix.at <= state.seenAt) return nothing(state, 'late');
  const next = { ...state, seenAt: fix.at };
  const side = sideOf(fence, fix);
  if (side !== 'inside' && side !== 'outside') return nothing(next, side);
  if (side === state.side) return nothing({ ...next, pending: [] }, null);
  if (state.pending.some((pending) => isSamePlace(pending, fix))) return nothing(next, 'repeated');
  const pending = [...state.pending, fix];
  if (!isConfirmed(pending)) {
    const [first, ...more] = pending;
    const waiting = first === undefined ? [] : [first, ...more.slice(-2)];
    return { ...nothing({ ...next, pending: waiting }, null), doubtful: state.pending.length === 0 };
  }
  return {
    ...{ state: { ...next, side, since: fix.at, pending: [] }, doubtful: false, unusable: null },
    crossed: { to: side, first: state.side === null },
  };
}
