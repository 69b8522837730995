import { callCardOf, isHandlerOf } from '#features/customer/server/service.ts';
import { equipmentCards, fixTimes, lastPosition } from '#features/equipment/server/service.ts';
import { locateState } from '#features/equipmentCommand/server/service.ts';
import { locationApi } from '#features/location/contract.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { logHourlyLook } from '#server/feature/hourlyLook.ts';
import { distance } from '#shared/distance.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { readTrack } from '#shared/place/track.ts';
import { fixesOf, readPoints } from '../track/points.ts';
import { shownPlaces } from './list.ts';
import { homeOf, readPlaces } from './row.ts';

type Person = OutputOf<(typeof locationApi)['getPlace']>;

/** Returns one person with place, contacts and devices; in the command log once an hour. */
export async function getPlace(
  viewer: Viewer,
  { customerId }: InputOf<(typeof locationApi)['getPlace']>,
  info: RequestInfo,
): Promise<Person> {
  const started = performance.now();
  const stored = await readPlaces(viewer, { customerId }, { limit: 1, offset: 0, everybody: true });
  const [row] = await shownPlaces(stored);
  if (!row || !stored[0]) throw notFound('客户');
  await logHourlyLook({ endpoint: locationApi.getPlace, viewer, info, started }, customerId);
  const of = { customerId, equipmentId: null };
  const isShown = row.agreement === 'valid';
  const last = isShown ? await lastPosition(db, of) : null;
  const [unmasked, cards, { devices: locatable, locate }, fixes, stillSince] = await Promise.all([
    hasPermission(viewer, 'pii:reveal') || isHandlerOf(viewer, customerId),
    equipmentCards(db, of),
    locateState(db, of, last),
    fixTimes(db, of),
    row.moving ? null : stillSinceOf(customerId),
  ]);
  const card = await callCardOf(db, customerId, unmasked);
  const home = homeOf(stored[0]);
  const isFix = row.place?.kind === 'fresh' || row.place?.kind === 'stale';
  return {
    ...row,
    home,
    distance: home && row.place && isFix ? Math.round(distance(home, row.place)) : null,
    stillSince,
    mobile: card?.mobile ?? null,
    phone: card?.phone ?? null,
    contacts: card?.contacts ?? [],
    devices: cards.map(({ id, name, sn, kind, online, battery, lastSeenAt, canCall }) => ({
      ...{ id, name, sn, kind, online: online as Person['devices'][number]['online'], battery, lastSeenAt, canCall },
      lastFixAt: isShown ? (fixes.get(id) ?? null) : null,
      canLocate: isShown && locatable.includes(id),
    })),
    locate: isShown ? locate : null,
    lostWarnId: stored[0].lostId,
  };
}

const day = 86_400_000;
/** Points of a day, one each ten seconds. */
const dayPoints = 8640;

/** Returns since when the customer has stayed at the place of the newest fix, as the track of a day tells; else null. */
async function stillSinceOf(customerId: string): Promise<string | null> {
  const now = Date.now();
  const time = { from: new Date(now - day).toISOString(), to: new Date(now).toISOString() };
  const fixes = fixesOf(await readPoints(db, customerId, { ...time, most: dayPoints }));
  const { stops, leftOut } = readTrack(fixes);
  const [stop, last] = [stops.at(-1), fixes.findLast((_, i) => leftOut[i] === null)];
  return stop && stop.to === last?.at ? new Date(stop.from).toISOString() : null;
}
