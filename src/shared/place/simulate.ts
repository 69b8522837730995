import {
  type FenceJudgement,
  type FenceSide,
  type FenceState,
  judgeFix,
  sideOf,
  type Unusable,
  unknownState,
} from './fenceJudge.ts';
import { type FenceShape, measured } from './fenceShape.ts';
import type { Fix } from './fix.ts';
import { type Hours, hoursTest } from './hours.ts';

/** A fix with whether it was received late. */
export type TriedFix = Fix & { late: boolean };

/** A fence as it is tried. */
export interface TriedFence {
  kind: 'home' | 'safe' | 'forbidden' | 'stay';
  shape: FenceShape;
  windows: readonly Hours[];
  /** Minutes of a stay that are too long. */
  minutes: number | null;
}

/** An event that the fence would have recorded; `rings`: with an alarm. */
export interface TriedEvent {
  at: number;
  kind: 'leave' | 'enter' | 'stay' | 'back';
  lat: number;
  lng: number;
  rings: boolean;
}

/** What a fence would have done with fixes. */
export interface Trial {
  events: TriedEvent[];
  /** For each fix the side it tells, or why it tells none. */
  verdicts: (FenceSide | Unusable)[];
}

const restMs = 15 * 60_000;

const isBad = (kind: TriedFence['kind'], side: FenceSide) =>
  kind !== 'stay' && side === (kind === 'forbidden' ? 'inside' : 'outside');

function kindOf(kind: TriedFence['kind'], side: FenceSide): TriedEvent['kind'] {
  if (kind === 'home' || kind === 'safe') return side === 'outside' ? 'leave' : 'back';
  return side === 'inside' ? 'enter' : 'leave';
}

/** What is known at a moment of the trial. */
interface Course {
  /** The way out has rung. */
  rang: boolean;
  /** The stay was reported. */
  stayed: boolean;
  /** Time of the last way back after an alarm. */
  backAt: number;
}

/**
 * Runs past fixes of one person, in the order of time, through the rule that judges live ones (domain.md 6.14): which
 * crossings it would have recorded and which would have rung, by the clock of a zone.
 */
export function tryFixes(fence: TriedFence, fixes: readonly TriedFix[], zone: string): Trial {
  const shape = measured(fence.shape);
  const events: TriedEvent[] = [];
  const verdicts: Trial['verdicts'] = [];
  const course: Course = { rang: false, stayed: false, backAt: Number.NEGATIVE_INFINITY };
  const isWithin = hoursTest(fence.windows, zone);
  let state = unknownState;
  for (const fix of fixes) {
    const { state: next, crossed, unusable } = judgeFix(shape, state, fix, fix.late);
    state = next;
    verdicts.push(unusable ?? sideOf(shape, fix));
    const isOn = isWithin(fix.at);
    events.push(
      ...crossingOf(fence, { state, crossed, fix, isOn }, course),
      ...stayOf(fence, { state, fix, isOn }, course),
    );
  }
  return { events, verdicts };
}

interface Moment {
  state: FenceState;
  fix: TriedFix;
  isOn: boolean;
}

/** Returns the crossing of a fix, or the alarm of somebody outside when the hours begin. */
function crossingOf(
  { kind }: TriedFence,
  { state: { side }, crossed, fix, isOn }: Moment & Pick<FenceJudgement, 'crossed'>,
  course: Course,
): TriedEvent[] {
  if (side === null) return [];
  const isOut = isBad(kind, side);
  const rings = isOut && isOn && !course.rang && fix.at - course.backAt >= restMs;
  if (rings) course.rang = true;
  if (crossed && !isOut) {
    if (course.rang) course.backAt = fix.at;
    course.rang = false;
    course.stayed = false;
  }
  const isEvent = crossed ? !crossed.first || isOut : rings;
  return isEvent ? [{ at: fix.at, lat: fix.lat, lng: fix.lng, kind: kindOf(kind, side), rings }] : [];
}

/** Returns the report of somebody who has been inside for too long. */
function stayOf({ kind, minutes }: TriedFence, { state, fix, isOn }: Moment, course: Course): TriedEvent[] {
  const { side, since } = state;
  if (kind !== 'stay' || side !== 'inside' || since === null || minutes === null || course.stayed) return [];
  if (!isOn || fix.at - since < minutes * 60_000) return [];
  course.stayed = true;
  return [{ at: fix.at, lat: fix.lat, lng: fix.lng, kind: 'stay', rings: true }];
}
