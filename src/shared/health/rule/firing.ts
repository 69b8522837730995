import type { WarningLevel } from './definition.ts';
import type { Point, Side } from './sample.ts';

/** What a rule says of the newest value: it fires now. */
export interface Firing {
  /** Ms since 1970. */
  at: number;
  level: WarningLevel;
  side: Side | 'other';
  /** In the unit of the sign; of `lasting` minutes, of `baseline` the night's mean. */
  value: number;
  limit: number | null;
  /** The values that fired. */
  samples: readonly (Point & { metric: string })[];
  /** Figures of the sentence beside value and limit. */
  said: Readonly<Record<string, number>>;
}

/** Result of one value and rule. */
export interface Result<S> {
  state: S | null;
  firing: Firing | null;
  /** Fires for the first time, or at a worse level. */
  isNew: boolean;
  /** Fired until now, and does no longer. */
  isBack: boolean;
}

/** Returns the result of a rule that has nothing to say. */
export const silent = <S>(state: S | null = null): Result<S> => ({ state, firing: null, isNew: false, isBack: false });
