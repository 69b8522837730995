import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { registerTopic } from '#server/live/stream.ts';

/** Device that sent a call for help. */
interface Pressed {
  id: string;
  departmentId: string;
  projectId: string;
}

/** Emits the presses to viewers of the devices, in a test window or not. */
export function emitPressed({ emit }: CommandContext, devices: readonly Pressed[]): void {
  for (const { id, departmentId, projectId } of devices) {
    const where = { permission: 'equipment:list', departmentId, projectId, ownerId: null };
    emit({ topic: 'press', kind: 'heard', ...where, id });
  }
}

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
