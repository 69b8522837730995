import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { sweep } from './judge/sweep.ts';

/** Worker that judges by the clock what lasts: a mat that sends changes alone says nothing meanwhile. */
const part: Worker = {
  async start() {
    if (!config().roles.has('worker')) return async () => undefined;
    return every('earlyWarning.sweep', '健康预警计时', 10, sweep);
  },
};
export default part;
