import { chargedSince, claimLowBatteries, clearCharged, type LowDevice } from '#features/maintenance/server/service.ts';
import { raise } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { maintenanceBatch, maintenanceWarnOf, resolveRecovered } from './maintenanceWarns.ts';
import { openMaintenanceWarns } from './openMaintenanceWarns.ts';

function noteText({ battery, batteryDays }: LowDevice): string {
  if (batteryDays === null) return `电量 ${battery}%`;
  return `电量 ${battery}%，预计还能用${batteryDays === 0 ? '不到 1 天' : ` ${batteryDays} 天`}`;
}

/**
 * Raises a warn for each battery that ends soon by forecast, until it is charged or changed; the device's own low
 * battery alarm joins it. Safe on several nodes at once, and after a stop at any point.
 */
export async function raiseLowBatteryWarns(): Promise<number> {
  let changed = await resolveRecovered('low_batt', '电量已恢复', (open) => chargedSince(db, open));
  await clearCharged(db);
  const open = await openMaintenanceWarns(db, 'low_batt');
  const openIds = open.map(({ equipmentId }) => equipmentId);
  for (;;) {
    const raisedCount = await command(system('battery'), async (ctx) => {
      const low = await claimLowBatteries(ctx.tx, openIds, maintenanceBatch);
      await raise(
        ctx,
        low.map((lowDevice) =>
          maintenanceWarnOf(lowDevice, { type: 'low_batt', occurredAt: lowDevice.toldAt, note: noteText(lowDevice) }),
        ),
      );
      return low.length;
    });
    changed += raisedCount;
    if (raisedCount < maintenanceBatch) break;
  }
  return changed;
}
