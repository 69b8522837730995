import { config } from '#server/core/runtime.ts';
import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { judgeEnded } from './bandEnd.ts';
import { countStaleHours } from './hours.ts';
import { settleAll } from './settle.ts';

/** Counts stale hours until none is left. */
async function countAll(): Promise<void> {
  await onPool('report', async () => {
    while ((await countStaleHours()) > 0);
  });
}

/** Worker that settles new readings each second, counts stale hours and ends bands. */
const part: Worker = {
  async start() {
    if (!config().roles.has('worker')) return async () => undefined;
    const stops = [
      every('reading.settle', '读数入档', 1, settleAll),
      every('reading.hour', '读数小时汇总', 10, countAll),
      every('reading.band', '体征界限到期', 3600, () => onPool('report', judgeEnded)),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
