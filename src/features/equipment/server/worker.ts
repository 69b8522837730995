import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { db } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { loadCommands } from './commandRows.ts';
import { watchCommands } from './commandWire.ts';

/** A device that has been silent for longer than its model allows is offline since it was last heard. */
async function judgeOnline(): Promise<void> {
  await sql`
    update device_state s set online = false, offline_since = s.last_seen_at
    from equipment e join model m on m.id = e.model_id
    where e.id = s.device_id and s.online and s.last_seen_at < now() - make_interval(secs => m.offline_seconds)`.execute(
    db,
  );
}

const part: Worker = {
  async start() {
    loadCommands();
    const stops = [
      every('equipment.online', 30, judgeOnline, true),
      watchCommands(5, (error) => log.error({ err: error }, 'commands not sent')),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
