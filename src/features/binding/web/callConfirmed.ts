import { equipmentApi } from '#features/equipment/contract.ts';
import type { Endpoint, OutputOf } from '#shared/endpoint.ts';
import { ApiError, callListApi } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import type { FormValues } from '#web/form/types.ts';
import { box } from '#web/message/message.tsx';

/** Returns what a refusal asks for before the call is repeated: `confirm`, `unbind`; undefined for any other error. */
export function needOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { needs } = (error.data ?? {}) as { needs?: unknown };
  return typeof needs === 'string' ? needs : undefined;
}

/**
 * Asks before an unknown number is registered as a new device, because it may be mistyped. Rejects with AbortError when
 * declined; ignores an empty number.
 */
async function askUnknown(number: unknown): Promise<void> {
  const sn = String(number ?? '').trim();
  if (sn === '') return;
  const { rows } = await callListApi(equipmentApi.getEquipmentList, { keyword: sn, limit: 20 });
  if (rows.some((row) => row.sn === sn || row.imei === sn)) return;
  const sure = await box.confirm(`没有编号或 IMEI 为 ${sn} 的设备。请核对；没有输错的，将按同一型号登记为新设备。`, {
    ...{ title: '新设备还没有登记', ok: '登记为新设备', level: 'warning' },
  });
  if (!sure) throw new DOMException('not confirmed', 'AbortError');
}

/**
 * Makes the call of a form. Asks first about an unknown `newSn`, and about an open call for help, then repeats the
 * call. Rejects with AbortError when declined. `actionLabel`: verb of the confirmation.
 */
export async function callConfirmed<E extends Endpoint>(
  endpoint: E,
  input: FormValues,
  actionLabel: '解绑' | '更换' | '归还',
): Promise<OutputOf<E>> {
  await askUnknown(input.newSn);
  try {
    return await callValidated(endpoint, input);
  } catch (error) {
    if (needOf(error) !== 'confirm' || input.confirm) throw error;
    const sure = await box.confirm((error as ApiError).msg, {
      title: '该客户有未结的告警',
      ok: `仍要${actionLabel}`,
      danger: true,
      level: 'warning',
    });
    if (!sure) throw new DOMException('not confirmed', 'AbortError');
    return callValidated(endpoint, { ...input, confirm: true });
  }
}
