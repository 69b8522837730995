import { lastPosition, trackOf } from '#features/equipment/server/service.ts';
import { askPosition, locateState, wakeSenders } from '#features/equipmentCommand/server/service.ts';
import {
  addStep,
  changeWarn,
  locationConsent,
  newestPosition,
  requireOpen,
  requireWarn,
  visibilityOf,
} from '#features/warn/server/service.ts';
import type { warnTrackApi } from '#features/warnTrack/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { unlocated } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Track = OutputOf<(typeof warnTrackApi)['getWarnTrack']>;

/** Length of the track, h. */
const trackHours = 24;

/** Requests a position from the customer's devices (立即定位), with a step in the timeline. */
export async function locateWarn(viewer: Viewer, { id }: InputOf<(typeof warnTrackApi)['locateWarn']>): Promise<Track> {
  await changeWarn(viewer, id, async ({ tx, row }) => {
    await requireOpen(tx, row);
    const consent = (await locationConsent(tx, row)) ?? 'valid';
    if (consent !== 'valid') throw new Problem(409, unlocated[consent]);
    await askPosition(tx, row, viewer.userId);
    await addStep(tx, row, viewer, 'note', '立即定位：已请设备上报位置', { command: 'locate' });
  });
  wakeSenders();
  return getWarnTrack(viewer, { id });
}

/**
 * Returns the customer's track of the last 24 hours, for the handler; the current position if known, and the outcome of
 * 立即定位.
 */
export async function getWarnTrack(
  viewer: Viewer,
  { id }: InputOf<(typeof warnTrackApi)['getWarnTrack']>,
): Promise<Track> {
  const row = await requireWarn(viewer, id);
  const [consent, points, last] = await Promise.all([
    locationConsent(db, row),
    trackOf(db, row, trackHours),
    lastPosition(db, row),
  ]);
  const { devices, locate } = await locateState(db, row, last);
  const visibility = visibilityOf(viewer, row);
  const position = visibility === 'whole' || visibility === 'flat' ? newestPosition(row, last) : null;
  return {
    points: visibility === 'whole' ? points : [],
    position: position ? { ...position, address: null } : null,
    locationConsent: consent,
    canLocate: devices.length > 0 && (consent ?? 'valid') === 'valid',
    locate,
  };
}
