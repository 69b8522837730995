import { LastPosition } from '#features/equipment/contract.ts';
import { consentValidities, keysOf } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const claim = 'warn:claim';

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

/** Positions of the customer of a warn. */
export const warnTrackApi = {
  getWarnTrack: post('/api/warn/getWarnTrack', {
    title: '告警轨迹',
    permission: claim,
    change: false,
    input: { id: Id },
    output: WarnTrack,
  }),
  locateWarn: post('/api/warn/locateWarn', {
    title: '立即定位',
    permission: claim,
    input: { id: Id },
    output: WarnTrack,
  }),
};

export const feature: Feature = { title: '告警', module: 'warn', endpoints: warnTrackApi, screens: [] };
