import { db, onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { endLinks } from './gateway/notes.ts';
import { raiseLowBatteryWarns } from './maintenance/lowBatteryWarns.ts';
import { raiseOfflineWarns } from './maintenance/offlineWarns.ts';
import { trimUnknown } from './unknown/unknownMessages.ts';

/** Worker that deletes old messages of unregistered numbers, and raises warns for offline devices and low batteries. */
const part: Worker = {
  async start() {
    const stops = [
      every('equipment.unknown', '未登记设备清理', 300, () => trimUnknown(db), true),
      every('gateway.link', '网关连接清理', 300, () => onPool('direct', () => endLinks(db)), true),
      every('equipment.online', '设备在线判定', 10, () => raiseOfflineWarns(), true),
      every('equipment.battery', '设备电量判定', 60, raiseLowBatteryWarns, true),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
