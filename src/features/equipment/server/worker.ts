import { log } from '#server/core/log.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { registerTopic } from '#server/live/stream.ts';
import { loadCommands } from '#features/equipmentCommand/server/commandRows.ts';
import { watchCommands } from '#features/equipmentCommand/server/commandWire.ts';
import { remindLoans } from '#features/stock/server/loanReminder.ts';

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
    loadCommands();
    registerTopic('press', { permission: 'equipment:list', load: loadPresses });
    const stops = [
      every('equipment.loan', '借出到期提醒', 300, remindLoans, true),
      watchCommands(5, (error) => log.error({ err: error }, 'commands not sent')),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
