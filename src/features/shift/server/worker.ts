import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { watchDuty } from './gap.ts';

/** Seconds. */
const often = 30;

/** Whether anybody is on duty where a roster is kept. */
const part: Worker = {
  async start() {
    return every('shift.duty', '值班核对', often, () => onPool('direct', watchDuty), true);
  },
};
export default part;
