import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { remindLoans } from './loanReminder.ts';

const part: Worker = {
  async start() {
    return every('equipment.loan', '借出到期提醒', 300, remindLoans, true);
  },
};
export default part;
