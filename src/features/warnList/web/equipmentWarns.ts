import type { Device } from '#features/equipment/web/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { callListApi } from '#web/api/request.ts';

/** Returns the filters for a device's alarms, including its maintenance, without tests and drills. */
export const warnsOf = ({ sn }: Pick<Device, 'sn'>) => ({ equipmentSn: sn, test: false });

/** Counts the alarms of a device. */
export async function warnCount(device: Device): Promise<number> {
  const { count } = await callListApi(warnListApi.getWarnList, { ...warnsOf(device), limit: 1 });
  return count;
}
