import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { closeTests } from './closeTests.ts';

/** Closes warns of ended tests. */
const worker: Worker = {
  async start() {
    return every('warn.tests', '测试告警结束', 5, () => onPool('direct', closeTests), true);
  },
};
export default worker;
