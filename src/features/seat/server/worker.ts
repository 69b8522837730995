import { runInBackground } from '#server/core/background.ts';
import { db, onPool } from '#server/db/db.ts';
import { userVisibility } from '#server/db/userScope.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { onFirstStream, registerTopic } from '#server/live/stream.ts';
import { recordArrival, recordPresence } from './presence.ts';
import { sweepSeats } from './state.ts';

/** Delay that groups users who arrive together, e.g. after a restart, ms. */
const together = 250;

/** Sweeps seats with a time that is over or that were left; pages get the id and reload that seat. */
const part: Worker = {
  async start() {
    registerTopic('seat', {
      permission: 'warn:claim',
      load: async (ids) => {
        const seen = await userVisibility(db, ids);
        const payloadOf = (userId: string) => ({ full: { userId }, reduced: { userId }, visibleTo: seen(userId) });
        return new Map(ids.map((userId) => [userId, payloadOf(userId)]));
      },
    });
    let due: NodeJS.Timeout | undefined;
    const arrived = async () => {
      due = undefined;
      // A lost arrival is found by the next sweep.
      await onPool('direct', recordArrival);
    };
    const stops = [
      every('seat.presence', '坐席在席登记', 15, () => onPool('direct', recordPresence)),
      every('seat.sweep', '坐席状态核对', 5, () => onPool('direct', sweepSeats), true),
    ];
    const deaf = onFirstStream(() => {
      due ??= setTimeout(() => runInBackground(arrived(), 'seat'), together);
    });
    return async () => {
      deaf();
      clearTimeout(due);
      for (const stop of stops) await stop();
    };
  },
};
export default part;
