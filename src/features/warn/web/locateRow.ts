import { warnApi } from '#features/warn/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import type { WarnRow } from './desk/types.ts';

/** An open alarm of a customer or a device: another one has nothing that could be located. */
export const isLocatable = ({ status, customerId, equipmentId }: WarnRow): boolean =>
  (status === 'pending' || status === 'handling') && (customerId !== null || equipmentId !== null);

/** 定位: asks the devices for their position now, and opens the case, whose map shows it. A refusal says why. */
export async function locateRow({ id }: WarnRow, openWarn: (id: string) => void): Promise<void> {
  const locate = () => callApi(warnApi.locateWarn, { id });
  if (await withToast(locate, { done: '已请设备上报位置', failed: '没有定位' })) openWarn(id);
}
