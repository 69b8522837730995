import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { notifyOverdue } from './overdue.ts';

/** Worker that notifies of warnings that nobody took in time. */
const part: Worker = {
  async start() {
    if (!config().roles.has('worker')) return async () => undefined;
    return every('earlyWarning.overdue', '健康预警逾期', 20, notifyOverdue);
  },
};
export default part;
