import type { WarnRow } from '#features/warn/web/service.ts';
import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';

/** Whether the warn is open and has a customer or device to locate. */
export const isLocatable = ({ status, customerId, equipmentId }: WarnRow): boolean =>
  (status === 'pending' || status === 'handling') && (customerId !== null || equipmentId !== null);

/** Requests positions from the devices (定位) and opens the warn, where the map shows them. Toasts a refusal. */
export async function locateRow({ id }: WarnRow, openWarn: (id: string) => void): Promise<void> {
  const locate = () => callApi(warnTrackApi.locateWarn, { id });
  if (await withToast(locate, { done: '已请设备上报位置', failed: '没有定位' })) openWarn(id);
}
