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

/** Whoever opened a test window is told at once of what has closed it; the page reads what it was by itself. */
async function loadTests(ids: string[]) {
  const rows = await db.selectFrom('equipmentTest').select(['id', 'equipmentId']).where('id', '=', any(ids)).execute();
  return new Map(rows.map((row) => [row.id, { full: row, reduced: row }]));
}

const part: Worker = {
  async start() {
    loadCommands();
    loadTopic('equipmentTest', { right: 'equipment:test', load: loadTests });
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
