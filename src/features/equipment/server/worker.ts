import { log } from '#server/core/log.ts';
import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { loadCommands } from './commandRows.ts';
import { watchCommands } from './commandWire.ts';
import { beat } from './heartbeat.ts';

const part: Worker = {
  async start() {
    loadCommands();
    const stops = [
      every('equipment.beat', 10, () => onPool('direct', beat)),
      watchCommands(5, (error) => log.error({ err: error }, 'commands not sent')),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
