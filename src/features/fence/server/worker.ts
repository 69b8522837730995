import { config } from '#server/core/runtime.ts';
import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { judgeStays } from './judge/due.ts';
import { judgeFences } from './judge/tick.ts';

/** Worker that judges people against their fences beside ingest. */
const part: Worker = {
  async start() {
    if (!config().roles.has('worker')) return async () => undefined;
    const stops = [
      every('fence.judge', '围栏判定', 2, judgeFences, true),
      every('fence.stay', '久留判定', 60, () => onPool('direct', judgeStays), true),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
