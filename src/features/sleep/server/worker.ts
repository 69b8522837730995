import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { computeDue } from './night/run.ts';

/** Worker that computes nights every 5 min. */
const part: Worker = {
  async start() {
    if (!config().roles.has('worker')) return async () => undefined;
    return every('sleep.night', '夜间睡眠计算', 300, computeDue, true);
  },
};
export default part;
