import { LastPosition } from '#features/equipment/contract.ts';
import { addressProps } from '#shared/address.ts';
import { consentValidities, dispatchKinds, dispatchStates, keysOf, warnResults } from '#shared/codes.ts';
import { Id, Instant, nullable, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/**
 * Validity of the customer's location consent; without it only the warn's own position is returned. Null without a
 * customer.
 */
export const LocationConsent = nullable(Type.Enum(keysOf(consentValidities)));

const { address: _address, equipmentId: _equipmentId, ...Point } = LastPosition.properties;

/** Track of the last 24 hours (for the handler), the newest position, and the outcome of 立即定位. */
export const WarnTrack = strict({
  /** Oldest first. */
  points: Type.Array(strict(Point)),
  position: nullable(LastPosition),
  locationConsent: LocationConsent,
  /** Whether a device of the customer can be asked for its position. */
  canLocate: Type.Boolean(),
  /** Last 立即定位. */
  locate: nullable(
    strict({
      state: Type.Enum(['queued', 'sent', 'acknowledged', 'failed', 'expired']),
      askedAt: Instant,
      sentAt: nullable(Instant),
      answeredAt: nullable(Instant),
      /** Whether a newer position has arrived since. */
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
  /** Last position that the responder reported; null also for viewers who may not see the flat. */
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

/**
 * Refusals of closing that lacks a connected call, an arrival or an answer, with the reason in Chinese; empty after
 * closing.
 */
export const ClosingRefused = strict({
  results: Type.Array(strict({ result: Type.Enum(keysOf(warnResults)), why: Type.String() })),
  /** Why 已告知家属 is refused; otherwise null. */
  familyTold: nullable(Type.String()),
});

/** Figures of one user today. */
export const SeatFigures = strict({
  userId: Id,
  /** Number of claimed warns; a warn claimed repeatedly counts once. */
  taken: Type.Integer(),
  calls: Type.Integer(),
  falseCount: Type.Integer(),
});

/** What ends the follow-up of a customer taken to hospital; null for other warns. */
export const FollowUpTerms = nullable(
  strict({
    /** End of the obligation, 72 h after closing; before it a reached customer only moves the follow-up on. */
    until: Instant,
    /**
     * Whether a connected call to the customer or a contact is on record since closing, or since the last one was
     * reached.
     */
    called: Type.Boolean(),
  }),
);

/** Customer at high risk with every number, for outages. */
export const EmergencyCustomer = strict({
  name: Type.String(),
  age: nullable(Type.Integer()),
  ...addressProps,
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

/** Vital sign on the desk. */
export const WarnReading = strict({
  kind: Type.Enum(['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature']),
  value: Type.Number(),
  at: Instant,
});
