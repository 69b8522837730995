import { standingsOf } from '#features/fence/server/service.ts';
import { markOffline, newlyOffline, returnedSince } from '#features/maintenance/server/service.ts';
import { raise } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { maintenanceBatch, maintenanceWarnOf, resolveRecovered } from './maintenanceWarns.ts';

/** Returns 25 小时 or 15 分钟. */
function spanOf(seconds: number): string {
  return seconds >= 7200 ? `${Math.round(seconds / 3600)} 小时` : `${Math.max(1, Math.round(seconds / 60))} 分钟`;
}

/**
 * Raises a warn for each device gone offline that needs maintenance, of level 2 if its person may be outside a fence; a
 * returning device ends it. Safe on several nodes
 * at once, and after a stop at any point.
 * @param at ISO instant of the check; default now
 */
export async function raiseOfflineWarns(at?: string): Promise<number> {
  let changed = await markOffline(db, at);
  for (;;) {
    const raisedCount = await command(system('silence'), async (ctx) => {
      const silent = await newlyOffline(ctx.tx, maintenanceBatch);
      const standings = await standingsOf(
        ctx.tx,
        silent.flatMap(({ customerId }) => customerId ?? []),
      );
      const works = silent.map((device) => {
        const silence = `超过 ${spanOf(device.offlineSeconds)}没有上报`;
        const isOut = ['outside', 'doubtful'].includes(standings.get(device.customerId ?? '')?.standing ?? 'off');
        const note = isOut ? `${silence}，最后一次定位在围栏外` : silence;
        const work = maintenanceWarnOf(device, { type: 'offline', occurredAt: device.offlineSince, note });
        return isOut ? { ...work, level: 2 as const } : work;
      });
      await raise(ctx, works);
      return silent.length;
    });
    changed += raisedCount;
    if (raisedCount < maintenanceBatch) break;
  }
  return changed + (await resolveRecovered('offline', '设备恢复上报', (open) => returnedSince(db, open)));
}
