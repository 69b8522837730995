import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { remindStaff } from './reminder.ts';

/** Seconds between runs: each zone has its own midnight. */
const often = 3600;

const part: Worker = {
  async start() {
    return every('sim.reminder', '流量卡到期提醒', often, remindStaff, true);
  },
};
export default part;
