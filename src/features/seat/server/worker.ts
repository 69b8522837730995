import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { loadTopic } from '#server/live/stream.ts';
import { sweepSeats } from './state.ts';

/** Seats whose time is over or that were left; a page is told that its own seat has changed and reads it. */
const part: Worker = {
  async start() {
    loadTopic('seat', {
      right: 'warn:claim',
      load: async (ids) => new Map(ids.map((userId) => [userId, { full: { userId }, reduced: { userId } }])),
    });
    return every('seat.sweep', 5, () => onPool('direct', sweepSeats), true);
  },
};
export default part;
