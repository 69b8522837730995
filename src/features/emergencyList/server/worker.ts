import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { remindEmergencyList } from './emergencyReminder.ts';

/** Reminds leaders of the list each week. */
const worker: Worker = {
  async start() {
    return every('warn.emergencyList', '应急名单提醒', 3600, remindEmergencyList, true);
  },
};
export default worker;
