import { LastPosition } from '#features/equipment/contract.ts';
import { consentValidities, dispatchKinds, dispatchStates, keysOf, warnResults } from '#shared/codes.ts';
import { Id, Instant, nullable, strict } from '#shared/endpoint.ts';
import { placeProps } from '#shared/place.ts';
import { Type } from '#shared/typebox.ts';

/** Whether the person agrees to being located; without it nothing but the alarm's own position is told. Null where the alarm is nobody's. */
export const LocationConsent = nullable(Type.Enum(keysOf(consentValidities)));

const { address: _address, equipmentId: _equipmentId, ...Point } = LastPosition.properties;

/** The way of the last 24 hours (for who took the alarm), the newest position, and what came of asking for one. */
export const WarnTrack = strict({
  /** Oldest first. */
  points: Type.Array(strict(Point)),
  position: nullable(LastPosition),
  locationConsent: LocationConsent,
  /** Whether a device of the person can be asked for its position. */
  canLocate: Type.Boolean(),
  /** The last 立即定位. */
  locate: nullable(
    strict({
      state: Type.Enum(['queued', 'sent', 'acknowledged', 'failed', 'expired']),
      askedAt: Instant,
      sentAt: nullable(Instant),
      answeredAt: nullable(Instant),
      /** A newer position has come since. */
      located: Type.Boolean(),
    }),
  ),
});

export const WarnDispatch = strict({
  id: Id,
  name: Type.String(),
  phone: nullable(Type.String()),
  kind: Type.Enum(keysOf(dispatchKinds)),
  state: Type.Enum(keysOf(dispatchStates)),
  note: nullable(Type.String()),
  sentAt: Instant,
  arrivedAt: nullable(Instant),
  /** Where they said last to be; null too for who may not see the flat. */
  position: nullable(
    strict({ lat: Type.Number(), lng: Type.Number(), accuracy: nullable(Type.Number()), at: Instant }),
  ),
});

export const WarnClock = strict({
  claimed: nullable(Type.Integer()),
  called: nullable(Type.Integer()),
  familyTold: nullable(Type.Integer()),
  dispatched: nullable(Type.Integer()),
  arrived: nullable(Type.Integer()),
  closed: nullable(Type.Integer()),
});

export const WarnLimits = strict({
  claim: Type.Integer(),
  call: Type.Integer(),
  family: Type.Integer(),
  arrival: Type.Integer(),
  progress: Type.Integer(),
});

/** What closing refuses for want of a connected call, an arrival or an answer, and why in Chinese; empty once the alarm has ended. */
export const ClosingRefused = strict({
  results: Type.Array(strict({ result: Type.Enum(keysOf(warnResults)), why: Type.String() })),
  /** Why 已告知家属 is refused; null where it is not. */
  familyTold: nullable(Type.String()),
});

/** What one person did today. */
export const SeatFigures = strict({
  userId: Id,
  /** Cases that they took, one that came back to them once. */
  taken: Type.Integer(),
  calls: Type.Integer(),
  falseCount: Type.Integer(),
});

/** What ends the follow-up of somebody who was taken to hospital; null for any other. */
export const FollowUpTerms = nullable(
  strict({
    /** The follow-up stays owed until then, 72 h after the end; before that being reached moves it on. */
    until: Instant,
    /** A connected call to the customer or a contact is on record since the end, or since somebody was reached last. */
    called: Type.Boolean(),
  }),
);

/** Somebody at high risk with every number, for the hour when nothing else works. */
export const EmergencyCustomer = strict({
  name: Type.String(),
  age: nullable(Type.Integer()),
  ...placeProps,
  phone: nullable(Type.String()),
  flags: Type.Array(Type.String()),
  contacts: Type.Array(
    strict({
      name: Type.String(),
      relation: Type.String(),
      phone: nullable(Type.String()),
      hasKey: Type.Boolean(),
    }),
  ),
});

/** A vital sign of the desk. */
export const WarnReading = strict({
  kind: Type.Enum(['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature']),
  value: Type.Number(),
  at: Instant,
});
