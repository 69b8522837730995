import type { FaultyEquipment } from '#features/maintenance/server/service.ts';
import { familyOf, type Raise, recover } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { defaultLevel, type WarnType } from '#shared/codes.ts';
import { openMaintenanceWarns } from './openMaintenanceWarns.ts';

/** Warns per transaction. */
export const maintenanceBatch = 200;

/** Returns the maintenance warn of a device; `occurredAt` is an ISO instant. */
export function maintenanceWarnOf(
  device: FaultyEquipment,
  about: { type: WarnType; occurredAt: string; note: string },
): Raise {
  return {
    subject: `e:${device.id}`,
    level: defaultLevel[about.type],
    family: familyOf(about.type),
    customerId: device.customerId,
    equipmentId: device.id,
    equipmentSn: device.sn,
    phone: device.phone,
    address: device.address,
    departmentId: device.departmentId,
    projectId: device.projectId,
    receivedAt: device.toldAt,
    late: false,
    silent: false,
    position: null,
    createdBy: null,
    vendorCode: null,
    demo: false,
    ...about,
  };
}

/**
 * Ends open warns of this type for recovered devices, or adds a note to claimed ones.
 * @param wellSince returns the recovery time after the given instant, by device id
 * @returns number of warns
 */
export async function resolveRecovered(
  type: WarnType,
  note: string,
  wellSince: (devices: { id: string; since: string }[]) => Promise<Map<string, string>>,
): Promise<number> {
  const open = await openMaintenanceWarns(db, type);
  if (open.length === 0) return 0;
  const well = await wellSince(open.map(({ equipmentId, since }) => ({ id: equipmentId, since })));
  const over = open.flatMap(({ id, equipmentId }) => {
    const at = well.get(equipmentId);
    return at === undefined ? [] : [{ id, at }];
  });
  for (const { id, at } of over) await command(system('device'), (ctx) => recover(ctx, id, note, at));
  return over.length;
}
