import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { watchDuty } from './gap.ts';

/** Seconds between runs. */
const often = 30;

/** Watches for projects with a roster but no user on duty. */
const part: Worker = {
  async start() {
    return every('shift.duty', '值班核对', often, () => onPool('direct', watchDuty), true);
  },
};
export default part;
