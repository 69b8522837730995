import { anchorLogs, sealLogs } from '#server/audit/seal.ts';
import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';

/**
 * Seals the logs each minute, in a separate transaction (design.md, mechanism 4); every node keeps the newest seals.
 */
const part: Worker = {
  start: async () => {
    const stops = [
      every('cmdLog.anchor', '日志封印外存', 60, anchorLogs),
      ...(config().roles.has('worker') ? [every('cmdLog.seal', '日志封存', 60, sealLogs, true)] : []),
    ];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
    };
  },
};
export default part;
