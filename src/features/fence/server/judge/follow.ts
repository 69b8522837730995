import type { FenceKind } from '#features/fence/contract.ts';
import { type FenceSide, type FenceState, judgeFix } from '#shared/place/fenceJudge.ts';
import { type FenceShape, measured } from '#shared/place/fenceShape.ts';
import type { Fix } from '#shared/place/fix.ts';

/** A fix of a person as it was stored. */
export interface StoredFix extends Fix {
  customerId: string;
  deviceId: string;
  /** Received long after it was measured, or with a clamped time: it moves nothing. */
  late: boolean;
}

/** A person and a fence that is for them, with what is stored of both. Instants in ms. */
export interface Pair {
  customerId: string;
  fenceId: string;
  name: string;
  kind: FenceKind;
  shape: FenceShape;
  minutes: number | null;
  /** Since when the fence is in force; null outside its hours. */
  onSince: number | null;
  side: FenceSide | null;
  since: number | null;
  pending: StoredFix[];
}

/** A side that was confirmed. */
export interface Crossing {
  to: FenceSide;
  first: boolean;
  fix: StoredFix;
}

/** What fixes do to a pair. */
export interface Followed {
  pair: Pair;
  crossings: Crossing[];
  /** A first fix says that the person may have crossed: its device is to be asked for another. */
  doubt: StoredFix | null;
  changed: boolean;
}

/** The newest fix that a stored state has seen: a repeated run over older ones changes nothing. */
function stateOf({ side, since, pending }: Pair): FenceState {
  const seenAt = Math.max(since ?? Number.NEGATIVE_INFINITY, pending.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  return { side, since, pending, seenAt };
}

/** Judges the fixes of the pair's person, oldest first, against its fence. */
export function follow(pair: Pair, fixes: readonly StoredFix[]): Followed {
  const fence = measured(pair.shape);
  const crossings: Crossing[] = [];
  let state = stateOf(pair);
  let doubt: StoredFix | null = null;
  for (const fix of fixes) {
    const { state: next, crossed, doubtful } = judgeFix(fence, state, fix, fix.late);
    state = next;
    if (crossed) crossings.push({ ...crossed, fix });
    if (doubtful) doubt = fix;
  }
  const pending = state.pending as StoredFix[];
  const changed = crossings.length > 0 || !isSame(pending, pair.pending);
  return {
    pair: { ...pair, side: state.side, since: state.since, pending },
    crossings,
    doubt: pending.length === 1 && pair.side !== null ? doubt : null,
    changed,
  };
}

const isSame = (a: readonly Fix[], b: readonly Fix[]) =>
  a.length === b.length && a.every((fix, index) => fix.at === b[index]?.at);
