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

/** Brings a locked device into 维修中, where it is not; whoever has it keeps it without being served by it. 409 says why not. */
export async function sendToRepair(tx: Db, viewer: Viewer, row: Device, reason: string): Promise<void> {
  if (row.state !== 'repair') await enter(tx, viewer, row, 'repair', reason);
}

/**
 * Takes a locked device out of 维修中 as its repair ended: a repaired one goes back to whoever has it, else to the store; one that
 * another device has taken the place of is out of use, one that is not worth it is written off. 409 while somebody has it.
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
  // Switched off, lost or taken back by hand meanwhile: it stays as it was put.
  if (row.state !== 'repair') return;
  const testKind = await testKindOf(tx, row.id);
  const back = row.customerId === null ? 'stock' : boundState({ ...row, testKind });
  await enter(tx, viewer, row, end === 'repaired' ? back : 'disabled', reason);
}
