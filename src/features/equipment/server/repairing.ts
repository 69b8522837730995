import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { boundState, type EquipmentState } from '../contract/state.ts';
import type { lockEquipment } from './lockEquipment.ts';
import { enterState, refusal, testKindOf } from './stateChange.ts';

type Device = Awaited<ReturnType<typeof lockEquipment>>;

async function enter(tx: Db, viewer: Viewer, row: Device, state: EquipmentState, reason: string): Promise<void> {
  const refusalText = refusal({ ...row, testKind: await testKindOf(tx, row.id) }, state);
  if (refusalText) throw new Problem(409, refusalText, { state: row.state });
  await enterState(tx, viewer.userId, [row.id], state, reason);
}

/** Sets a locked device to 维修中; it stays bound to its customer. 409 gives the reason. */
export async function sendToRepair(tx: Db, viewer: Viewer, row: Device, reason: string): Promise<void> {
  if (row.state !== 'repair') await enter(tx, viewer, row, 'repair', reason);
}

/**
 * Ends 维修中 of a locked device: a repaired one returns to its customer, else to stock; a replaced one is disabled, an
 * uneconomic one scrapped. 409 while a replaced or scrapped one is still bound.
 */
export async function backFromRepair(
  tx: Db,
  viewer: Viewer,
  row: Device,
  end: 'repaired' | 'replaced' | 'scrapped',
  reason: string,
): Promise<void> {
  if (end !== 'repaired' && row.customerId !== null)
    throw new Problem(409, '设备还绑定着客户，请先更换或解绑', { state: row.state });
  if (end === 'scrapped') {
    if (row.state !== 'scrapped') await enter(tx, viewer, row, 'scrapped', reason);
    return;
  }
  // Disabled, lost or returned by hand meanwhile: that state stays.
  if (row.state !== 'repair') return;
  const testKind = await testKindOf(tx, row.id);
  const back = row.customerId === null ? 'stock' : boundState({ ...row, testKind });
  await enter(tx, viewer, row, end === 'repaired' ? back : 'disabled', reason);
}
