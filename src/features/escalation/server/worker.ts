import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { wakeOffers } from './offers.ts';
import { postponeMissed, writeHeartbeat } from './outage.ts';
import { settleQuietHours } from './quietHours.ts';
import { auditTimers, fireDue } from './timers.ts';

/** Timers of the ladder, for every node. */
const worker: Worker = {
  async start() {
    // Runs before the start is complete: later timers are in time. If the database does not answer, the first tick
    // repeats it.
    let ready = await onPool('direct', postponeMissed).then(
      () => true,
      () => false,
    );
    const fire = async () => {
      if (!ready) await postponeMissed();
      ready = true;
      return fireDue();
    };
    const stops = [
      every('warn.timers', '告警升级', 0.5, () => onPool('direct', fire)),
      every('warn.beat', '告警计时心跳', 1, async () => ready && onPool('direct', writeHeartbeat)),
      every('warn.offers', '告警提示分派', 1, () => onPool('direct', wakeOffers)),
      every('warn.held', '暂缓通知放行', 1, () => onPool('direct', settleQuietHours)),
      every('warn.audit', '告警时限核对', 30, () => onPool('direct', auditTimers), true),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default worker;
