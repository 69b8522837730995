import {
  askable,
  lastCommand,
  lastPosition,
  queueCommands,
  tellCommands,
  trackOf,
} from '#features/equipment/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { unlocated } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { changeWarn, requireOpen, requireWarn } from './access.ts';
import { addStep } from './steps.ts';
import { visibilityOf } from './visibility.ts';
import { locationConsent, newestPlace } from './warnPosition.ts';

type Api = typeof warnApi;
type Track = OutputOf<Api['getWarnTrack']>;

/** A watch that is away may come back within this time and is asked then, s. */
const validSeconds = 600;
/** How far back the way of a person is shown, h. */
const trackHours = 24;

/** 立即定位: asks the person's devices for a position now; a row of the timeline. */
export async function locateWarn(viewer: Viewer, { id }: InputOf<Api['locateWarn']>): Promise<Track> {
  await changeWarn(viewer, id, async ({ tx, row }) => {
    await requireOpen(tx, row);
    const agreement = (await locationConsent(tx, row)) ?? 'valid';
    if (agreement !== 'valid') throw new Problem(409, unlocated[agreement]);
    const devices = await askable(tx, row, 'locate');
    if (devices.length === 0) throw new Problem(409, '没有可以立即定位的设备');
    const before = await lastPosition(tx, row);
    await queueCommands(tx, devices, 'locate', {
      userId: viewer.userId,
      validSeconds,
      params: { positionAt: before?.at ?? null },
    });
    await addStep(tx, row, viewer, 'note', '立即定位：已请设备上报位置', { command: 'locate' });
  });
  tellCommands();
  return getWarnTrack(viewer, { id });
}

/** Where the person was in the last 24 hours, for who took the alarm; where they are now as far as it is known, and what came of 立即定位. */
export async function getWarnTrack(viewer: Viewer, { id }: InputOf<Api['getWarnTrack']>): Promise<Track> {
  const row = await requireWarn(viewer, id);
  const [agreement, devices, points, last] = await Promise.all([
    locationConsent(db, row),
    askable(db, row, 'locate'),
    trackOf(db, row, trackHours),
    lastPosition(db, row),
  ]);
  const command = await lastCommand(db, devices, 'locate');
  const visibility = visibilityOf(viewer, row);
  const place = visibility === 'whole' || visibility === 'flat' ? newestPlace(row, last) : null;
  const before = command?.params.positionAt;
  return {
    points: visibility === 'whole' ? points : [],
    position: place ? { ...place, address: null } : null,
    locationConsent: agreement,
    canLocate: devices.length > 0 && (agreement ?? 'valid') === 'valid',
    locate: command && {
      state: command.state,
      askedAt: command.createdAt,
      sentAt: command.sentAt,
      answeredAt: command.answeredAt,
      located:
        last !== null &&
        (typeof before === 'string' ? last.at > before : command.sentAt !== null && last.at >= command.createdAt),
    },
  };
}
