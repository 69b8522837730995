import { log } from '#server/core/log.ts';
import { db, onPool } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { loadTopic } from '#server/live/stream.ts';
import { loadCommands } from './commandRows.ts';
import { watchCommands } from './commandWire.ts';
import { beat } from './heartbeat.ts';
import { remindLoans } from './loanReminder.ts';

/** What has closed the test windows of devices, told at once: the windows' own pages read the rest by themselves. */
async function loadTests(ids: string[]) {
  const rows = await db
    .selectFrom('equipmentTest as t')
    .innerJoin('equipment as e', 'e.id', 't.equipmentId')
    .select(['t.id', 't.equipmentId', 't.heardType', 't.heardAt', 'e.createdBy'])
    .where('t.id', '=', any(ids))
    .execute();
  return new Map(
    rows.map(({ createdBy, ...row }) => [row.id, { full: row, reduced: row, owners: createdBy ? [createdBy] : [] }]),
  );
}

const part: Worker = {
  async start() {
    loadCommands();
    loadTopic('equipmentTest', { right: 'equipment:list', load: loadTests });
    const stops = [
      every('equipment.beat', 10, () => onPool('direct', beat)),
      every('equipment.loan', 300, remindLoans, true),
      watchCommands(5, (error) => log.error({ err: error }, 'commands not sent')),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
