import { consentValidityOf } from '#features/customer/server/service.ts';
import { type TrackPoint, trackOf } from '#features/equipment/server/service.ts';
import { currentPlace } from '#features/equipmentCommand/server/service.ts';
import type { LostPoint, LostRing } from '#features/lost/contract.ts';
import type { Db } from '#server/db/db.ts';
import type { ConsentValidity } from '#shared/codes.ts';
import { accuracyOf, type PositionSource } from '#shared/place/fix.ts';
import { ringMetres } from '#shared/place/ring.ts';
import { trackRules } from '#shared/place/track.ts';
import type { Static } from '#shared/typebox.ts';
import type { StoredLost } from './access.ts';

type Point = Static<typeof LostPoint>;

/** Length of the track, h, and its most points. */
const trackHours = 12;
const maxPoints = 5000;

/** Where a lost person is and was, as far as known. */
export interface LostPlaces {
  agreement: ConsentValidity;
  place: (Point & { stale: boolean }) | null;
  ring: Static<typeof LostRing> | null;
  track: Point[];
}

const point = ({ lat, lng, accuracy, source, at }: TrackPoint): Point => ({
  ...{ lat, lng, accuracy, at },
  source: source as PositionSource,
});

const isUsable = (fix: Point) => accuracyOf(fix) <= trackRules.worstAccuracy;

/** Returns the ring around the last usable fix, or around where the person was seen, if that was later. */
export function ringOf(
  { lat, lng, seenAt, speed }: Pick<StoredLost, 'lat' | 'lng' | 'seenAt' | 'speed'>,
  fix: Point | null,
  now: number,
): Static<typeof LostRing> | null {
  const seen =
    lat === null || lng === null ? null : ({ lat, lng, accuracy: null, source: 'manual', at: seenAt } as const);
  const isSeenLater = seen && (fix === null || Date.parse(seen.at) > Date.parse(fix.at));
  const centre = isSeenLater ? seen : fix;
  if (!centre) return null;
  const accuracy = accuracyOf(centre);
  const at = Date.parse(centre.at);
  return {
    centre: { lat: centre.lat, lng: centre.lng },
    metres: ringMetres({ speed, accuracy, at }, now),
    ...{ accuracy, at: centre.at, from: isSeenLater ? 'seen' : 'fix' },
  };
}

/**
 * Returns place, ring and track of a lost person; nothing without a valid location consent, and after the end.
 * @param wanted false: the case has ended
 */
export async function placesOf(tx: Db, lost: StoredLost, wanted: boolean): Promise<LostPlaces> {
  const agreement = await consentValidityOf(tx, lost.customerId, 'location');
  if (agreement !== 'valid' || !wanted) return { agreement, place: null, ring: null, track: [] };
  const of = { customerId: lost.customerId, equipmentId: null };
  const [last, points] = await Promise.all([currentPlace(tx, of), trackOf(tx, of, trackHours, maxPoints)]);
  const now = Date.now();
  const track = points.map(point);
  const newest = last && point(last);
  const usable = newest && isUsable(newest) ? newest : (track.findLast(isUsable) ?? null);
  return {
    agreement,
    place: newest && { ...newest, stale: last?.stale ?? true },
    ring: ringOf(lost, usable ?? newest, now),
    track,
  };
}
