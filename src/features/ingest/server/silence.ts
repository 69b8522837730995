import { markSilent, returnedSince, type SilentDevice, takeSilent } from '#features/equipment/server/service.ts';
import { familyOf, openWork, type Raise, raise, recover } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { defaultLevel } from '#shared/codes.ts';

/** So many alarms are raised in one transaction. */
const batch = 200;

/** 25 小时 or 15 分钟. */
function spanOf(seconds: number): string {
  return seconds >= 7200 ? `${Math.round(seconds / 3600)} 小时` : `${Math.max(1, Math.round(seconds / 60))} 分钟`;
}

function raiseOf(one: SilentDevice): Raise {
  return {
    subject: `e:${one.id}`,
    type: 'offline',
    level: defaultLevel.offline,
    family: familyOf('offline'),
    customerId: one.customerId,
    equipmentId: one.id,
    equipmentSn: one.sn,
    phone: one.phone,
    address: one.address,
    departmentId: one.departmentId,
    projectId: one.projectId,
    occurredAt: one.offlineSince,
    receivedAt: one.toldAt,
    late: false,
    silent: false,
    position: null,
    note: `超过 ${spanOf(one.offlineSeconds)}没有上报`,
    createdBy: null,
    vendorCode: null,
    demo: false,
  };
}

/** Ends the work about devices that are heard again, or notes it where somebody has taken it. */
async function takeBack(): Promise<number> {
  const open = await openWork(db, 'offline');
  if (open.length === 0) return 0;
  const back = await returnedSince(
    db,
    open.map(({ equipmentId, since }) => ({ id: equipmentId, since })),
  );
  const over = open.flatMap(({ id, equipmentId }) => {
    const at = back.get(equipmentId);
    return at === undefined ? [] : [{ id, at }];
  });
  for (const { id, at } of over) await command(system('silence'), (change) => recover(change, id, '设备恢复上报', at));
  return over.length;
}

/**
 * Judges which devices have fallen silent: each that is somebody's becomes one alarm for device staff, taken back when it is
 * heard again. Safe on several nodes at once, and after a stop at any point.
 * @param at ISO instant by which it is judged; now unless given
 */
export async function judgeSilence(at?: string): Promise<number> {
  let changed = await markSilent(db, at);
  for (;;) {
    const n = await command(system('silence'), async (change) => {
      const silent = await takeSilent(change.tx, batch);
      await raise(change, silent.map(raiseOf));
      return silent.length;
    });
    changed += n;
    if (n < batch) break;
  }
  return changed + (await takeBack());
}
