import { chargedSince, forgetCharged, type LowDevice, takeLow } from '#features/equipment/server/service.ts';
import { openMaintenanceWarns, raise } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { maintenanceBatch, maintenanceWarnOf, takeBack } from './maintenanceWarns.ts';

function noteOf({ battery, batteryDays }: LowDevice): string {
  if (batteryDays === null) return `电量 ${battery}%`;
  return `电量 ${battery}%，预计还能用${batteryDays === 0 ? '不到 1 天' : ` ${batteryDays} 天`}`;
}

/**
 * Judges whose battery ends soon by how it fell: each is one alarm for device staff, until it is charged or changed; what a
 * device says of it itself stands in the same one. Safe on several nodes at once, and after a stop at any point.
 */
export async function raiseLowBatteryWarns(): Promise<number> {
  let changed = await takeBack('low_batt', '电量已恢复', (open) => chargedSince(db, open));
  await forgetCharged(db);
  const open = await openMaintenanceWarns(db, 'low_batt');
  const told = open.map(({ equipmentId }) => equipmentId);
  for (;;) {
    const n = await command(system('battery'), async (ctx) => {
      const low = await takeLow(ctx.tx, told, maintenanceBatch);
      await raise(
        ctx,
        low.map((one) => maintenanceWarnOf(one, { type: 'low_batt', occurredAt: one.toldAt, note: noteOf(one) })),
      );
      return low.length;
    });
    changed += n;
    if (n < maintenanceBatch) break;
  }
  return changed;
}
