import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { remindResponsible } from './reminder.ts';

/** Interval in seconds: midnight differs per zone, and an 外出 becomes overdue by the minute. */
const often = 300;

const part: Worker = {
  async start() {
    return every('customer.reminder', '客户到期提醒', often, remindResponsible, true);
  },
};
export default part;
