import { stations } from '#features/department/server/service.ts';
import type { Helper } from '#features/dispatch/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { distance } from '#shared/distance.ts';
import type { Static } from '#shared/typebox.ts';

/** Maximum distance of nearby responders, metres. */
const nearbyWithin = 50_000;
/** Maximum number of responders in the list. */
const offered = 6;

interface Help {
  nearby: Static<typeof Helper>[];
  nearest: { name: string; distance: number } | null;
}

/**
 * Returns responders near a position, nearest first, those without a position last, and the nearest known station at
 * any distance.
 * @param departmentId department of the warn
 */
export async function helpNear(
  viewer: Viewer,
  departmentId: string,
  from: { lat: number; lng: number } | null,
): Promise<Help> {
  const helpers = (await stations(db, viewer.scope, departmentId)).map(
    (station): Static<typeof Helper> => ({
      name: station.name,
      phone: station.phone,
      kind: station.type === 'station' ? 'station' : 'community',
      lat: station.lat,
      lng: station.lng,
      distance:
        from && station.lat !== null && station.lng !== null
          ? Math.round(distance(from, { lat: station.lat, lng: station.lng }))
          : null,
    }),
  );
  const sortDistance = (helper: (typeof helpers)[number]) => helper.distance ?? Number.MAX_SAFE_INTEGER;
  const sorted = helpers.sort((a, b) => sortDistance(a) - sortDistance(b));
  const [nearest] = sorted;
  return {
    nearby: sorted.filter((helper) => helper.distance === null || helper.distance <= nearbyWithin).slice(0, offered),
    nearest: nearest && nearest.distance !== null ? { name: nearest.name, distance: nearest.distance } : null,
  };
}
