import { lastPosition, trackOf } from '#features/equipment/server/service.ts';
import { askable, lastCommand, queueCommands, wakeSenders } from '#features/equipmentCommand/server/service.ts';
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

/** Validity of the command, s: a watch that reconnects within it still receives the command. */
const validSeconds = 600;
/** Length of the track, h. */
const trackHours = 24;

/** Requests a position from the customer's devices (立即定位), with a step in the timeline. */
export async function locateWarn(viewer: Viewer, { id }: InputOf<(typeof warnTrackApi)['locateWarn']>): Promise<Track> {
  await changeWarn(viewer, id, async ({ tx, row }) => {
    await requireOpen(tx, row);
    const consent = (await locationConsent(tx, row)) ?? 'valid';
    if (consent !== 'valid') throw new Problem(409, unlocated[consent]);
    const devices = await askable(tx, row, 'locate');
    if (devices.length === 0) throw new Problem(409, '没有可以立即定位的设备');
    const previous = await lastPosition(tx, row);
    await queueCommands(tx, devices, 'locate', {
      userId: viewer.userId,
      validSeconds,
      params: { positionAt: previous?.at ?? null },
    });
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
  const [consent, devices, points, last] = await Promise.all([
    locationConsent(db, row),
    askable(db, row, 'locate'),
    trackOf(db, row, trackHours),
    lastPosition(db, row),
  ]);
  const command = await lastCommand(db, devices, 'locate');
  const visibility = visibilityOf(viewer, row);
  const position = visibility === 'whole' || visibility === 'flat' ? newestPosition(row, last) : null;
  const previousAt = command?.params.positionAt;
  return {
    points: visibility === 'whole' ? points : [],
    position: position ? { ...position, address: null } : null,
    locationConsent: consent,
    canLocate: devices.length > 0 && (consent ?? 'valid') === 'valid',
    locate: command && {
      state: command.state,
      askedAt: command.createdAt,
      sentAt: command.sentAt,
      answeredAt: command.answeredAt,
      located:
        last !== null &&
        (typeof previousAt === 'string'
          ? last.at > previousAt
          : command.sentAt !== null && last.at >= command.createdAt),
    },
  };
}
