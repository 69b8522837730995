import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { registerTopic } from '#server/live/stream.ts';

/** Returns the press times of these devices, by id. */
async function loadPresses(ids: string[]) {
  const rows = await db
    .selectFrom('deviceState as s')
    .innerJoin('equipment as e', 'e.id', 's.deviceId')
    .select(['s.deviceId as equipmentId', 's.pressedAt', 'e.createdBy'])
    .where('s.deviceId', '=', any(ids))
    .execute();
  return new Map(
    rows.map(({ createdBy, ...row }) => [
      row.equipmentId,
      { full: row, reduced: row, owners: createdBy ? [createdBy] : [] },
    ]),
  );
}

const part: Worker = {
  async start() {
    registerTopic('press', { permission: 'equipment:list', load: loadPresses });
    return async () => undefined;
  },
};
export default part;
