import { db, onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { registerTopic } from '#server/live/stream.ts';
import { closeTests } from '#features/closing/server/closeTests.ts';
import { remindEmergencyList } from '#features/emergencyList/server/emergencyReminder.ts';
import { wakeOffers } from '#features/escalation/server/offers.ts';
import { postponeMissed, writeHeartbeat } from '#features/escalation/server/outage.ts';
import { releaseAbandoned } from './presence.ts';
import { settleQuietHours } from '#features/escalation/server/quietHours.ts';
import { limitedRow, warnAuthors, warnRows } from './rows.ts';
import { auditTimers, fireDue } from '#features/escalation/server/timers.ts';
import { rowOf } from './visibility.ts';

/** Warn timers for every node; it also registers the topics of the streams. */
const part: Worker = {
  async start() {
    const upSince = Date.now();
    registerTopic('warn', {
      permission: 'warn:claim',
      load: async (ids) => {
        const [rows, authors] = await Promise.all([warnRows(db, ids), warnAuthors(db, ids)]);
        return new Map(
          rows.map((row) => [
            row.id,
            { full: rowOf(row), reduced: limitedRow(row), owners: authors.get(row.id) ?? [] },
          ]),
        );
      },
    });
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
      every('warn.emergencyList', '应急名单提醒', 3600, remindEmergencyList, true),
      every('warn.tests', '测试告警结束', 5, () => onPool('direct', closeTests), true),
      every('warn.abandoned', '离席告警释放', 20, () => onPool('direct', () => releaseAbandoned(upSince)), true),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
